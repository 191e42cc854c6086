"""``packs lint``: what is wrong, or would spoil an evening, in a question pack."""

from host.bank.lint.findings import CODES, Finding, Severity
from host.bank.lint.run import lint_files, lint_packs

__all__ = ["CODES", "Finding", "Severity", "lint_files", "lint_packs"]
