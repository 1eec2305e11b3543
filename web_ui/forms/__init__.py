"""The JSON that phones send and get, declared as types: reading, writing and ``docs/openapi.json`` come from them."""
