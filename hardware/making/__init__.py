"""What a maker needs to build a board: circuit boards, printed parts, and drawings for the guide."""
