"""Making a board right: calibration, self-test and a look at what it measures, without a device in them."""
