"""A board made of simulated magnets, sensors and hands. It stands behind the same wire as a real one.

`VirtualDevice` takes a `Geometry`, a `SensorSpread` (how far sensors, magnets and hands are from ideal),
`AmbientConditions` (earth, drift, current of the lights), a `HandStyle` and a seed. Its hands are given actions
(`hardware.hand_actions`): with ``act`` and ``enqueue``, or by `QueuedHands`.
"""
