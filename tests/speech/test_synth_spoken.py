"""Written forms become what a voice says right, in four languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import PackError
from host.speech.sentences import sentences
from host.speech.spoken import load_words, spoken_form

TABLE = """
en | World War II ended in 1945. | World War two ended in nineteen forty-five.
en | Henry VIII and Elizabeth I | Henry the eighth and Elizabeth the first
en | Rocky II, Chapter V. | Rocky two, Chapter five.
en | Malcolm X got an X, I think. | Malcolm X got an X, I think.
en | $500 or $5 million, £1, 20 € | 500 dollars or 5 million dollars, 1 pound, 20 euros
en | They won 3-2 in 1815, 1,000,000 saw it. | They won 3 to 2 in eighteen fifteen, 1,000,000 saw it.
en | the 1960s and 1914–1918 | the nineteen sixties and nineteen fourteen to nineteen eighteen
en | (A) Paris, (B) Rome or C) Berlin? | A: Paris, B: Rome or C: Berlin?
en | No. 5 of St. Louis, Mr. Smith vs. Dr. No | Number 5 of Saint Louis, Mister Smith versus Doctor No
en | J. R. R. Tolkien, cats etc. Next one, e.g. this. | J R R Tolkien, cats et cetera. Next one, for example this.
en | 20 %, 50 km², 3.5 m, 1 kg, −5 °C | 20 per cent, 50 square kilometres, 3.5 metres, 1 kilogram, −5 degrees Celsius
en | R&B at 5:30, salt & pepper | R&B at 5:30, salt and pepper
en | [[ nˈoʊ. 5 II ]] in 1815 | [[ nˈoʊ. 5 II ]] in eighteen fifteen
fr | Louis XIV, Napoléon Ier, Élisabeth Ire, Henri II | Louis quatorze, Napoléon premier, Élisabeth première, Henri deux
fr | le XIXe siècle, la Ve République, la 2e place | le dix-neuvième siècle, la cinquième République, la deuxième place
fr | M. Dupont et Mme Curie, n° 5 | Monsieur Dupont et Madame Curie, numéro 5
fr | 500 € et 1 000 000 €, 50 km², 20 % | 500 euros et 1 000 000 euros, 50 kilomètres carrés, 20 pour cent
fr | les 5 l'ont su, 3-2 | les 5 l'ont su, 3 à 2
de | Ludwig XIV. baute. | Ludwig der Vierzehnte baute.
de | Unter Ludwig XIV. war Ludwigs XIV. Hof groß. | Unter Ludwig dem Vierzehnten war Ludwigs des Vierzehnten Hof groß.
de | Elisabeth II. starb, Johannes Paul II. auch. | Elisabeth die Zweite starb, Johannes Paul der Zweite auch.
de | Am 3. Oktober 1990, im 19. Jahrhundert | Am dritten Oktober neunzehnhundertneunzig, im neunzehnten Jahrhundert
de | der 2. Weltkrieg, II. Weltkrieg | der zweite Weltkrieg, zweiter Weltkrieg
de | z. B. 5 Mio. Euro, Nr. 5, ca. 3:2 usw. | zum Beispiel 5 Millionen Euro, Nummer 5, circa 3 zu 2 und so weiter.
de | 1950-60, 1.000.000 €, 50 km² | neunzehnhundertfünfzig bis 60, 1.000.000 Euro, 50 Quadratkilometer
de | Es endete. 1901 begann es. 3. Mai | Es endete. Neunzehnhunderteins begann es. Dritter Mai
en | It ended. 1901 began. | It ended. Nineteen oh-one began.
es | Luis XIV, Felipe II, Isabel II, siglo XIX | Luis catorce, Felipe segundo, Isabel segunda, siglo diecinueve
es | El Sr. Picasso, n.º 5, en EE. UU. gana | El Señor Picasso, número 5, en Estados Unidos gana
es | el 1.º de mayo, la 2.ª vez, 3-2, 20 % | el primero de mayo, la segunda vez, 3 a 2, 20 por ciento
"""
ROWS = [tuple(cell.strip() for cell in row.split(" | ")) for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize("language, written, said", ROWS)
def test_spoken_forms(language: str, written: str, said: str) -> None:
    """Numerals, years, money, units, ranges, ordinals, abbreviations and letters are said as people say them."""
    assert spoken_form(written, language) == said


@pytest.mark.parametrize("language, written, said", ROWS)
def test_saying_it_twice_changes_nothing(language: str, written: str, said: str) -> None:
    """What is already words stays as it is."""
    assert spoken_form(said, language) == said


@given(st.text(max_size=200), st.sampled_from(["en", "fr", "de", "es", "xx"]))
def test_no_text_breaks_it(text: str, language: str) -> None:
    """Any text has a spoken form, and a text without digits, signs, capitals or full stops is its own."""
    assert isinstance(spoken_form(text, language), str)
    if text.isalpha() and text.islower():
        assert spoken_form(text, language) == text


def test_every_language_has_its_words() -> None:
    """The four languages have lists, and each unit has a singular and a plural."""
    words = load_words()
    assert set(words) == {"en", "fr", "de", "es"}
    assert all(len(forms) == 2 for w in words.values() for forms in [*w.units.values(), *w.currency.values()])


def test_a_broken_list_names_file_and_key(tmp_path: Path) -> None:
    """An unknown or missing key is one clear sentence."""
    bad = tmp_path / "spoken.yaml"
    bad.write_text("en: {words: {}, nonsense: 1}\n")
    load_words.cache_clear()
    with pytest.raises(PackError, match=r"spoken\.yaml: en\."):
        load_words(bad)
    load_words.cache_clear()


@pytest.mark.speech
@pytest.mark.parametrize("language, written, said", ROWS)
def test_the_phonemizer_makes_one_sentence_of_it(language: str, written: str, said: str) -> None:
    """Piper's own phonemizer, which breaks at 'Mr.' and says 'roman two', gets nothing to trip over."""
    phonemizer = pytest.importorskip("piper.phonemize_espeak").EspeakPhonemizer()
    for sentence in sentences(spoken_form(written, language), language):
        if "[[" in sentence:
            continue
        spoken = phonemizer.phonemize({"en": "en-us"}.get(language, language), sentence)
        assert len(spoken) == 1
        sounds = "".join(spoken[0])
        assert not any(wrong in sounds for wrong in ("ɹˌoʊmən", "ʁomˈɛ̃", "rˌøːmɪʃ", "dˈæʃ"))
