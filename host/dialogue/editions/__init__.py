"""The stages of the games themselves: the wheel, its special cards, the pawn track, and the table's own cards."""
