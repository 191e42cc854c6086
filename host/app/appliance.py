"""The quizmaster as an appliance: switched on, spoken to, game after game, until somebody says "shut down".

It never plays itself: each stretch is a Host run by a Loop. Between games that is a host in the lobby
(host.dialogue.lobby), which says by ``Host.left`` what comes next. Sound stays open all the time, and the first thing
to be heard, before any model is loaded, is the sound of being switched on: it proves the loudspeaker (B11).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from host.app.beside import Beside, Putting, Several, View
from host.app.box_sound import BoxSound, journal
from host.app.box_state import load_state, manner_of, save_state
from host.app.keeper import HostGone
from host.app.notify import Notifier
from host.app.outfit import Outfit
from host.app.vitals import Plugs
from host.dialogue.protocol import Lacking, Notice, Signal
from host.errors import HostError, SessionError

if TYPE_CHECKING:
    from host.app.loop import Loop
    from host.app.session import Session
    from host.app.table import Table
    from host.app.typed import Keyboard
    from host.app.unfinished import Unfinished
    from host.config import Settings
    from host.dialogue.machine import Host
    from host.dialogue.mind import Box
    from host.dialogue.protocol import Line
    from host.dialogue.talk import Step, Talk

OVER = ("shut_down", "input closed")
"""Why a host leaves for good."""


class Rewire(BaseException):
    """The sound devices have changed: they are to be opened anew, and the talk goes on."""


class Terminated(BaseException):
    """The service manager wants the process to end. Everything is on the disk already."""


class Appliance:
    """One machine from power-on to power-off.

    Args:
        outfit: voice, ears and devices.
        settings: the user's.
        beside: buttons, lamp, sensors.
        keys: something can switch a muted microphone on again.
        light: there is a lamp.
        keyboard: typed lines beside the microphone; None: nobody types.
        typed: no sound at all: lines in, lines out.
        service: the service manager.
        show: prints a line.
        clock: seconds, monotonic; that of the sound devices.
        pause: waits so many seconds.
    """

    def __init__(
        self,
        outfit: Outfit,
        settings: Settings,
        *,
        beside: Sequence[Beside] = (),
        keys: bool = True,
        light: bool = False,
        keyboard: Keyboard | None = None,
        typed: bool = False,
        service: Notifier | None = None,
        show: Callable[[Line], None],
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._outfit, self._settings, self._keyboard, self._typed = outfit, settings, keyboard, typed
        self._keys, self._light, self._show, self._clock = keys, light, show, clock
        self._service = service or Notifier()
        self.sound = BoxSound(outfit, settings, self._service, pause=pause)
        self._own = _Own(self._keep_manner)
        plugs = Plugs(lambda: self.sound.deaf, Rewire)
        self._beside = Several(self._own, plugs, *beside)
        self._state = load_state()
        self._table: Table | None = None
        self._host: Host | None = None
        self._tried = 0
        """Microphones that heard nothing."""
        self.left = ""
        """Why the last host left."""

    # --- from on to off --------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Until it is switched off, by voice or by the service manager. Returns the exit status.

        Raises:
            HostGone: something hangs and only a new process can help.
        """
        try:
            if not self._typed:
                self.sound.open(self._microphone, "power_on")
                self._tell_deaf()
            left = self._first_words()
            while left not in OVER:
                left = self._next(left)
        except Terminated:
            self._service.stopping()
        finally:
            self.sound.release()
        return 0

    def tell(self, notice: Notice) -> None:
        """Has something told as soon as somebody is there to tell it."""
        self._own.told.append(notice)

    def _first_words(self) -> str:
        """The first start, else what there is to go on with. Returns what is wanted."""
        from host.dialogue.talk import Step

        state, language = self._state, self._language
        if state.set_up:
            return self._wait(offering=True)
        ask = not state.language and not self._settings.language
        checks = () if self._typed or self.sound.deaf or not self._hears() else (Step.VOLUME, Step.MICROPHONE)
        left = self._lobby(state.talk(language), checks, ask_language=ask)
        while left == "microphone":
            self._other_microphone()
            left = self._lobby(self._state.talk(language), (Step.MICROPHONE,))
        if left == "new_game":
            self._remember(set_up=True)
        return left

    def _next(self, left: str) -> str:
        """Does what is wanted; returns what is wanted after that."""
        from host.app.box_tables import with_new_packs
        from host.app.table import another_table, saved_table

        try:
            match left:
                case "resume" if (game := self._unfinished()) is not None:
                    table = saved_table(game.path)
                case "again" if self._table is not None:
                    table = another_table(with_new_packs(self._table))
                case "new_game" | "again":
                    table = self._new_table()
                case _:
                    return self._wait()
        except SessionError as error:
            journal(error.sentence())
            self.tell(Notice("fault_bad_save" if left == "resume" else "fault_no_room", chime="attention"))
            return self._wait()
        return self._play(table)

    def _play(self, table: Table) -> str:
        """One game."""
        for notice in table.notices:
            journal(notice)
        self._table = table
        table.host.base = replace(table.host.base, box=self._box())
        self._remember(last=table.session.path.name)
        try:
            return self._converse(table.host, table.session)
        finally:
            table.session.close()
            if table.household:
                table.household.close()

    # --- tables and lobbies ----------------------------------------------------------------------------------------

    def _wait(self, *, offering: bool = False) -> str:
        """Nobody plays: at the start an unfinished game is offered, then a new one is waited for."""
        from host.dialogue.talk import Step

        talk = self._state.talk(self._language)
        game = self._unfinished()
        steps = (Step.OFFER, Step.IDLE) if offering and game else (Step.IDLE,)
        return self._lobby(talk, steps, offer=game.offer(talk.language) if game else ())

    def _lobby(
        self,
        talk: Talk,
        steps: Sequence[Step],
        *,
        ask_language: bool = False,
        offer: tuple[tuple[str, str], ...] = (),
    ) -> str:
        from host.app.box_tables import bad_packs, lobby_host
        from host.dialogue.talk import Setup, Step

        if not steps and not ask_language:
            return "new_game"
        for name, sentence in bad_packs():
            if self._own.once(sentence):
                journal(sentence)
                self.tell(Notice("fault_bad_pack", (("what", name),)))
        setup = Setup(ask_language=ask_language, lobby=tuple(steps) or (Step.IDLE,), offer=offer)
        return self._converse(lobby_host(self._settings, replace(talk, setup=setup), self._box()), None)

    def _new_table(self) -> Table:
        from host.app.box_tables import fresh_table

        return fresh_table(self._settings, self._state.talk(self._language))

    def _unfinished(self) -> Unfinished | None:
        """The game that can go on; one that cannot be read is spoken of once, and left where it is."""
        from host.app.unfinished import last_game

        try:
            return last_game(self._state.last)
        except HostError as error:
            journal(error.sentence())
            if self._own.once(error.sentence()):
                self.tell(Notice("fault_bad_save", chime="attention"))
            return None

    def _box(self) -> Box:
        from host.dialogue.mind import Box

        left = 1 if self._typed else len(self._outfit.microphones()) - self._tried
        return Box(keys=self._keys, microphones=left, light=self._light)

    @property
    def _language(self) -> str:
        return self._state.language or self._settings.language or "en"

    # --- talking ---------------------------------------------------------------------------------------------------

    def _converse(self, host: Host, session: Session | None) -> str:
        """Runs a host to its end, through whatever happens to the devices; returns why it left."""
        if self._host is not None and self._host.talk.muted:  # off is off, whatever is played next
            host.talk = replace(host.talk, muted=True)
        self._host = host
        if self._typed:
            self._in_writing(host, session)
        while not self._typed:
            loop = self._loop(host, session)
            try:
                loop.run()
                loop.let_go()
                break
            except Rewire:
                loop.let_go()
                self._rewire()
            except HostGone as error:
                journal(error.sentence())
                if not self.sound.lost:
                    raise
                self._rewire()
        self._keep_manner()
        self.left = host.left
        return host.left

    def _in_writing(self, host: Host, session: Session | None) -> None:
        from host.app.performer import Performer
        from host.app.typed import run_typed

        def errand(what: str) -> list[Signal]:
            """Done at once: there is no loop that could be told later."""
            told: list[Signal] = list(self._beside.errand(what))
            self._beside.attach(lambda signal: None if isinstance(signal, BaseException) else told.append(signal))
            self._beside.detach()
            return told

        performer = Performer(self._show, session, errand=errand, watch=self._beside.saw)
        told, self._own.told = self._own.told, []
        run_typed(host, performer, self._keyboard or (), self._clock, also=told)

    def _loop(self, host: Host, session: Session | None) -> Loop:
        from host.app.loop import Loop
        from host.app.rivals import decoys_of

        keeper, sound = self.sound.keeper(), self.sound
        sound.prepare(host.talk.language, keeper)
        if sound.ear:
            host.base = replace(host.base, decoys=decoys_of)
        return Loop(
            host,
            session,
            self._show,
            audio=keeper,
            mouth=sound.mouth,
            ear=sound.ear,
            barge=sound.barge if sound.ear and sound.mouth else None,
            typed=self._keyboard,
            clock=self._clock,
            beside=self._beside,
            service=self._service,
            lacking=(Lacking("ears", host.talk.language),) if sound.earless else (),
        )

    def _hears(self) -> bool:
        """Whether anything here understands speech; looked at before the first start is planned."""
        self.sound.prepare(self._language, self.sound.keeper())
        return self.sound.ear is not None

    def _rewire(self) -> None:
        """The devices have changed."""
        if self.sound.reopen(self._microphone):
            self.tell(Notice("fault_microphone_back"))
        self._tell_deaf()

    def _tell_deaf(self) -> None:
        if self.sound.deaf:
            self.tell(Notice("fault_no_microphone", chime="attention"))

    @property
    def _microphone(self) -> str | None:
        return self._state.microphone or self._settings.microphone

    def _other_microphone(self) -> None:
        """The next microphone there is (B18)."""
        names = self._outfit.microphones()
        if len(names) > 1:
            at = names.index(self._state.microphone) if self._state.microphone in names else 0
            self._remember(microphone=names[(at + 1) % len(names)])
            self._tried += 1  # each is tried once; the last one is listened to for as long as it takes
            self.sound.reopen(self._microphone)

    # --- what is remembered ------------------------------------------------------------------------------------------

    def _remember(self, **changes: object) -> None:
        state = replace(self._state, **changes)  # type: ignore[arg-type]
        if state != self._state:
            self._state = state
            save_state(state)

    def _keep_manner(self) -> None:
        """A change of language or manner is kept at once: a power cut may be next (B17)."""
        if self._host:
            self._remember(manner=manner_of(self._host.talk))


class _Own(Putting):
    """What the appliance itself wants to be told and to tell."""

    def __init__(self, seen: Callable[[], None]) -> None:
        super().__init__()
        self._seen = seen
        self._once: set[str] = set()
        self.told: list[Notice] = []

    def once(self, what: str) -> bool:
        """Whether this is the first time."""
        first = what not in self._once
        self._once.add(what)
        return first

    def look(self, view: View) -> Sequence[Signal]:
        """What has gathered, once."""
        self._seen()
        told, self.told = self.told, []
        return told
