"""The magnets of one board, followed from frame to frame.

- `tracker`: the stages of a frame, from the sensors to what is believed
- `touches`: which workers hands lift, and where one seems to touch a square
- `rests`: which rests are decoded, and when again
- `rest_decoder`: the stages of a reading, from a change to what is believed
- `change_decoder`: which arrangement explains a change, and how clearly
- `hover_detector`, `descent_detector`, `interference_detector`: hands, falls and strange magnets that look like it
- `cold_start`: what a reading shows by itself
- `belief`: what is believed, and the reading with which later ones are compared
"""
