"""quizhost: an offline voice quizmaster for physical trivia board games."""

import os

__version__ = "0.1.0"

# onnxruntime (1.29 and later) reports on its use over the network unless this stands before it is loaded; it gives
# every user an identifier, too. Set, not suggested: offline is a promise.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
