"""Small made-up models, their catalogue entries, and zips of them."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable

from host.app.models.catalogue import Entry

MODEL = b"\x08voice" * 20_000
CONFIG = json.dumps({"phoneme_id_map": {"a": [1]}, "espeak": {"voice": "fr"}}).encode()
PLACE = "https://127.0.0.1:9"
"""The publisher, who is never there; tests go by the mirror."""


def known(data: bytes) -> dict[str, object]:
    """Size and checksum of a file."""
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def common(name: str, **more: object) -> Entry:
    """An entry with what all have."""
    return Entry.model_validate(
        {
            "name": name, "languages": ("fr",), "title": "t", "level": "low", "licence": "CC0 1.0", "memory_mb": 100,
            "licence_url": f"{PLACE}/l", "page": f"{PLACE}/p", "machine": "m", **more,
        }
    )  # fmt: skip


def voice(**more: object) -> Entry:
    """A Piper voice of two files."""
    files = [
        {"path": "fr-x.onnx", "url": f"{PLACE}/v/fr-x.onnx", **known(MODEL)},
        {"path": "fr-x.onnx.json", "url": f"{PLACE}/v/fr-x.onnx.json", **known(CONFIG)},
    ]
    return common("fr-x", kind="voice", engine="piper", files=files, **more)


def zipped(members: dict[str, bytes], edit: Callable[[zipfile.ZipInfo], None] = lambda info: None) -> bytes:
    """A zip in memory."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for path, data in members.items():
            info = zipfile.ZipInfo(path)
            info.compress_type = zipfile.ZIP_DEFLATED
            edit(info)
            bundle.writestr(info, data)
    return out.getvalue()


VOSK = {
    f"vosk-model-fr-x/{path}": path.encode() * 1000
    for path in ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "README")
}


def ears(data: bytes, unpacked_mb: int = 1) -> Entry:
    """A Vosk model in a zip."""
    archive = {"url": f"{PLACE}/vosk-model-fr-x.zip", "unpacked_mb": unpacked_mb, **known(data)}
    return common("vosk-model-fr-x", kind="ears", engine="vosk", archive=archive)
