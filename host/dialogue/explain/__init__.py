"""The rules by voice: any question about them, and the whole of them read aloud in short sections."""
