"""Positions in which scenarios begin, as the steps that lead to them."""

FOUR = "@b2 @d2 @b4 @d4"
"""Blue on b2 and d2, orange on b4 and d4, nothing built, blue to move."""

BUILT = f"{FOUR} b2-b3 b3+c3 b4-c4 c4+c3 d2-d3 d3+e3"
"""Blue on b3 and d3, orange on c4 and d4; c3 is two high, e3 one, orange to move."""

TOWER = "@b2 @e1 @d4 @e5 b2-b3 b3+b2 d4-d3 d3+c2 b3-b2 b2+c2 d3-d2 d2+c2 b2-a1 a1+b2 d2-e2 e2+d3"
"""Blue on a1 and e1, orange on e2 and e5; c2 is three high, b2 two, d3 one, blue to move."""
