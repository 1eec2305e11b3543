"""The services of Thera on a Raspberry Pi, as files of this package."""
