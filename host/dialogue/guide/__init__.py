"""The board in words for hands that find it: walks, offers, questions, corrections, the virtual die (A60 to A72)."""
