"""What the box on the table does about itself, at any moment: microphone off and on, its sounds, new questions, off.

On somebody's own computer (``Mind.box`` is None) the same words work as far as they can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.dialogue.desk import Desk
from host.dialogue.protocol import Errand, Mute
from host.dialogue.stage import Then
from host.dialogue.talk import Mode, Step

TOUR = ("listening", "thinking", "right", "wrong", "muted", "unmuted", "power_on", "attention")
"""The sounds in the order in which a tour plays and names them (A29)."""


def mute(desk: Desk) -> Then:
    """The microphone is switched off, unless nothing could switch it on again (B14)."""
    if desk.mind.box is not None and not desk.mind.box.keys:
        desk.say("mute_not")
        return Then.REPEAT
    desk.act(Mute(True))
    desk.chime("muted", always=True)
    desk.change(muted=True)
    desk.say("mic_muted")
    return Then.WAIT


def unmute(desk: Desk) -> Then:
    """The microphone is on again; what is pending is asked once more."""
    desk.act(Mute(False))
    desk.chime("unmuted", always=True)
    desk.change(muted=False)
    desk.say("mic_unmuted")
    if desk.talk.mode is Mode.PAUSED:
        desk.say("help_paused")
    return Then.REPEAT


def ask_shut_down(desk: Desk) -> Then:
    """Asked back before it is done (A23, B21)."""
    if desk.mind.box is None:
        desk.say("shut_down_not")
        return Then.REPEAT
    desk.change(mode=Mode.SPEAKING)
    desk.put_aside(Step.YES_NO, what="shut_down")
    return Then.ASK


def shut_down(desk: Desk) -> Then:
    """Leaves for good; everything has been saved as it happened."""
    desk.say("shut_down")
    desk.quit("shut_down")
    return Then.WAIT


def new_packs(desk: Desk) -> Then:
    """Sends for new questions; what was found is told when it is known."""
    desk.say("packs_looking")
    desk.act(Errand("packs"))
    return Then.REPEAT


def tour(desk: Desk) -> Then:
    """Plays every sound and says what it means."""
    for name in TOUR:
        desk.chime(name, always=True)
        desk.say(f"sound_{name}")
    return Then.REPEAT


def _light(on: bool) -> Callable[[Desk], Then]:
    def switch(desk: Desk) -> Then:
        if desk.mind.box is None or not desk.mind.box.light:
            desk.say("light_none")
            return Then.REPEAT
        desk.act(Errand("light_on" if on else "light_off"))
        desk.say("light_on" if on else "light_off")
        return Then.REPEAT

    return switch


BOX: Mapping[str, Callable[[Desk], Then]] = {
    "sounds": tour,
    "mute": mute,
    "unmute": unmute,
    "shut_down": ask_shut_down,
    "new_packs": new_packs,
    "light_off": _light(False),
    "light_on": _light(True),
}
"""Intent -> what it does."""
