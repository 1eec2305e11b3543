"""Benchmarks. Timings belong here, never in tests: machines differ, so each figure stands beside a yardstick."""
