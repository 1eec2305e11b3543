"""A board of simulated magnets, sensors and hands, behind the same wire as a real one.

`VirtualDevice` takes a `Geometry`, a `SensorSpread` (how far sensors, magnets and hands are from ideal),
`AmbientConditions` (earth, drift, current of the lights), a `HandStyle` and a seed. Its hands get actions
(`hardware.hand_actions`) from ``act`` and ``enqueue``, or from `QueuedHands`.
"""
