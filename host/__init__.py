"""quizhost: an offline voice quizmaster for physical trivia board games."""

__version__ = "0.1.0"
