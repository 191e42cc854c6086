"""Switch access: every choice with one key or one button."""
