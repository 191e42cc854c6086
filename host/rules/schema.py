"""The pydantic models of ruleset and board files: types, required fields, no unknown ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pydantic

from host.rules.words import Kind, Special

Id = Annotated[str, pydantic.StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9_-]*$")]
Text = Annotated[str, pydantic.StringConstraints(strict=True, strip_whitespace=True, min_length=1)]
Count = Annotated[int, pydantic.Field(strict=True, ge=1, le=99)]
Language = Literal["en", "fr", "de", "es"]


class _Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


class Names(_Strict):
    """A name in all four languages."""

    en: Text
    fr: Text
    de: Text
    es: Text


class Forms(_Strict):
    """The ways a colour is said in each language, the usual one first."""

    en: Annotated[tuple[Text, ...], pydantic.Field(min_length=1)]
    fr: Annotated[tuple[Text, ...], pydantic.Field(min_length=1)]
    de: Annotated[tuple[Text, ...], pydantic.Field(min_length=1)]
    es: Annotated[tuple[Text, ...], pydantic.Field(min_length=1)]


class WheelModel(_Strict):
    """A wheel board file (boards 3 to 5, 7.1)."""

    id: Id
    kind: Literal["wheel"]
    ruleset: Id
    hq_order: Annotated[tuple[Id, ...], pydantic.Field(min_length=2)]
    spokes: dict[Id, tuple[Id, ...]]
    ring: dict[Id, tuple[Id, ...]]
    categories: dict[Id, dict[Text, Text]]
    called: dict[Id, Id] = {}


class TrackColourModel(_Strict):
    """One colour of a track board."""

    id: Id
    start: Annotated[int, pydantic.Field(strict=True)]
    name: dict[Text, Text]


class TrackModel(_Strict):
    """A track board file (boards 8.2)."""

    id: Id
    kind: Literal["track"]
    ruleset: Id
    ring: Annotated[int, pydantic.Field(strict=True, ge=14, le=400)]
    colours: tuple[TrackColourModel, ...]
    pawns: Count
    entry: Annotated[int, pydantic.Field(strict=True)]
    home: Annotated[int, pydantic.Field(strict=True)]
    direction: Literal["clockwise", "anticlockwise"]


BoardModel = Annotated[WheelModel | TrackModel, pydantic.Field(discriminator="kind")]


class PlayersModel(_Strict):
    """How many sides may play."""

    min: Count
    max: Count
    solo: bool


class DeckModel(_Strict):
    """One deck of question cards."""

    id: Id
    pool: Id = "main"


class CardModel(_Strict):
    """One rank of the playing cards."""

    rank: Id
    values: Annotated[tuple[Annotated[int, pydantic.Field(strict=True)], ...], pydantic.Field(min_length=1)]
    enters: bool = False
    given: bool = False
    count: Count = 4


class TeamsModel(_Strict):
    """Limits of team play."""

    members: Count
    people: Count


class PrintedModel(_Strict):
    """What the rulebook prints about the board."""

    steps_to_hq: Count | None = None
    roll_again: Annotated[int, pydantic.Field(strict=True, ge=0)] | None = None
    shortcut: Annotated[int, pydantic.Field(strict=True, ge=0)] | None = None


class MechanicsModel(_Strict):
    """The mechanics the edition cites, by slot (see mechanics.py)."""

    move: str
    start: str
    order: str
    win: str
    deck: str
    spaces: dict[Kind, str] = {}
    wedges: str = "headquarters"
    cards: dict[Special, Count] = {}
    meeting: str = "capture"
    enter: str = "start_card"


class VariantModel(_Strict):
    """The slots a variant changes."""

    wedges: str | None = None
    win: str | None = None
    meeting: str | None = None
    spaces: dict[Kind, str] | None = None
    teams: TeamsModel | None = None
    ask: tuple[Text, ...] | None = None


class RulesetModel(_Strict):
    """A whole ruleset file."""

    format: Literal[1]
    id: Id
    version: Annotated[int, pydantic.Field(strict=True, ge=1)]
    name: Names
    aliases: tuple[Text, ...] = ()
    languages: Annotated[tuple[Language, ...], pydantic.Field(min_length=1)]
    source: Text
    players: PlayersModel
    colours: Annotated[dict[Id, Forms], pydantic.Field(min_length=2)]
    mechanics: MechanicsModel
    decks: Annotated[tuple[DeckModel, ...], pydantic.Field(min_length=1)]
    playing_cards: tuple[CardModel, ...] = ()
    options: dict[Text, Any] = {}
    ask: tuple[Text, ...] = ()
    variants: dict[Id, VariantModel] = {}
    teams: TeamsModel | None = None
    printed: PrintedModel = PrintedModel()
    board: Id
    boards: tuple[BoardModel, ...] = ()


class BoardFile(_Strict):
    """A board file on its own."""

    board: BoardModel
