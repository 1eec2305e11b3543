"""From a reading at rest to the arrangement of magnets that explains it best."""
