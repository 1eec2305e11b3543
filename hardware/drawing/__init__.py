"""Drawings in millimetres: shapes on a sheet, written as SVG or, over the pages of a printer, as PDF."""
