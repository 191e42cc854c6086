"""The rules room: pure game logic of every edition. Start reading at engine.py."""
