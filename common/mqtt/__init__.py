"""The connection to an MQTT broker: messages out and in, in a separate thread."""
