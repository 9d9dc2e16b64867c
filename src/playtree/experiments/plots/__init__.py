"""Pictures of results, as PNG or SVG."""
