"""Foreign category names to the six colours of the wheel: a first guess that a user may overrule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from host.bank.editions import COLOURS
from host.bank.words import fold, words

_KEYWORDS = {
    "blue": "geography geografia geographie erdkunde geo lander staedte stadte places travel reisen viajes "
    "voyages pays countries country capitals capital capitales hauptstadte iles "
    "islands cities villes fleuves rivers flags drapeaux",
    "pink": "entertainment film films movie movies cinema cine kino television tv tele fernsehen music musica "
    "musique musik video games videogames gaming celebrities celebrity series anime manga cartoon "
    "cartoons comics musicals theatres shows espectaculos spectacle unterhaltung pop rock songs stars "
    "entretenimiento loisirs",
    "yellow": "history historia histoire geschichte politics politica politique politik war guerre krieg mythology "
    "mythologie mitologia religion religions bible events dates antiquite people humanities royals",
    "brown": "art arts kunst arte literature literatura litterature literatur books book bucher livres libros "
    "language languages langue langues sprache lengua lenguaje painting peinture malerei poetry theatre "
    "theater architecture rhymes words vocabulary culture kultur philosophy",
    "green": "science sciences ciencia ciencias wissenschaft nature natur naturaleza animals animal animaux tiere "
    "animales biology biologie chemistry chemie physics physik mathematics math maths mathe computers "
    "computer informatik informatique technology technik tecnologia technologie gadgets space astronomy "
    "medicine health medizin body plants umwelt environment linux",
    "orange": "sport sports deporte deportes leisure ocio hobbies hobby freizeit food cuisine kuche cocina "
    "gastronomie drink vehicles vehicules autos cars games spiele jeux juegos board football soccer "
    "fussball fitness toys motor",
}
_COLOUR = {word: colour for colour, text in _KEYWORDS.items() for word in text.split()}
_STRONG = {"books": "brown", "board": "orange", "video": "pink", "sports": "orange", "comics": "pink"}
"""Words that decide against the group name before them ("Entertainment: Books")."""
_ANYTHING = {
    "general",
    "knowledge",
    "mixed",
    "misc",
    "miscellaneous",
    "newest",
    "rated",
    "various",
    "allgemein",
    "divers",
}
_NO_CATEGORY = ("", "any", "uncategorized", "none", "general")


def key_of(name: str) -> str:
    """The name as it is remembered: folded, white space single."""
    return " ".join(fold(name).split())


def guess(name: str) -> str:
    """The likely colour of a foreign category; empty when the name says nothing."""
    found = words(name)
    if any(word in _ANYTHING for word in found) and not any(word in _COLOUR for word in found):
        return ""
    for word in found:
        if word in _STRONG and len(found) > 1:
            return _STRONG[word]
    counts = Counter(_COLOUR[word] for word in found if word in _COLOUR)
    return counts.most_common(1)[0][0] if counts else ""


def is_general(name: str) -> bool:
    """Whether the category is none: its questions are dealt to all six colours."""
    found = words(name)
    return key_of(name) in _NO_CATEGORY or (any(w in _ANYTHING for w in found) and not any(w in _COLOUR for w in found))


def assign(sizes: Mapping[str, int], known: Mapping[str, str]) -> dict[str, str]:
    """A colour for every category; an empty string means: deal its questions to all colours.

    Args:
        sizes: number of questions of each foreign category.
        known: what the user has decided before, by ``key_of`` name; a value may be any category of an edition.

    Returns:
        Foreign name -> colour. Names that nobody knows go, largest first, to the colour with the fewest questions.
    """
    given: dict[str, str] = {}
    open_names = []
    filled = dict.fromkeys(COLOURS, 0)
    for name, size in sizes.items():
        # "Film" also decides about "Entertainment: Film".
        told = known.get(key_of(name)) or known.get(key_of(name.rpartition(":")[2]))
        colour = told or ("" if is_general(name) else guess(name))
        if not colour and not is_general(name):
            open_names.append((size, name))
            continue
        given[name] = colour
        if colour in filled:
            filled[colour] += size
    for size, name in sorted(open_names, key=lambda pair: (-pair[0], pair[1])):
        colour = min(COLOURS, key=lambda c: (filled[c], COLOURS.index(c)))
        given[name] = colour
        filled[colour] += size
    return given
