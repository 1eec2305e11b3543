"""The connection to an MQTT broker: messages out and in, on a thread of its own."""
