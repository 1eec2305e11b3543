"""What things cost. Timings live here, never in tests: machines differ, so each figure stands beside a yardstick."""
