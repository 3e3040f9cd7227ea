"""Curves and circuit drawings as SVG and PNG, without Qt."""
