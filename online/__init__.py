"""What tables do together: matches between tables, a club's page, and reports to a home's automation."""
