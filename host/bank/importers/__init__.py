"""Foreign quiz files to packs: pure functions from bytes to a pack and a report; used by ``packs import``."""

from host.bank.importers.convert import Imported, Report, Wishes, import_files
from host.bank.importers.detect import FORMATS
from host.bank.importers.model import Note

__all__ = ["FORMATS", "Imported", "Note", "Report", "Wishes", "import_files"]
