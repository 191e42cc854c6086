"""Voices and recognisers: what can be had, getting it, checking it, keeping it, and taking it to other machines."""
