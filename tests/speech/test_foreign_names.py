"""Foreign names are said by the sounds of their own language, as far as the voice was taught them."""

from __future__ import annotations

import unicodedata

import pytest

from host.dialogue.spoken import marked
from host.dialogue.spoken.data import speech
from host.speech.espeak import EspeakSynthesizer
from host.speech.foreign import alphabet, in_phonemes, in_voices, sounds_for, without_marks
from host.speech.phonemes import phonemizer
from host.speech.sentences import sentences

pytestmark = pytest.mark.speech
LANGUAGES = ("en", "fr", "de", "es")
GOLDEN = [
    ("Shakespeare", "en", {"fr": "ʃˈɛkspiʁ", "de": "ʃˈeːkspɪr", "es": "ʃˈeikspiɾ"}),
    ("Washington", "en", {"fr": "wˈɔʃinɡtən", "de": "vˈɔʃɪŋtən", "es": "wˈoʃiŋten"}),
    ("Sherlock Holmes", "en", {"fr": "ʃˈœʁlɔk ˈomz", "de": "ʃˈœrlɔk hˈoːmz", "es": "ʃˈeɾlok xˈoums"}),
    ("Les Misérables", "fr", {"en": "leɪ mizeɪɹˈɑːbl", "de": "leː miːzeːrˈabl", "es": "le miserˈabl"}),
    ("Monet", "fr", {"en": "moʊnˈeɪ", "de": "moːnˈeː", "es": "monˈe"}),
    ("Jean Renoir", "fr", {"en": "ʒˈɑːn ɹənwˈɑːɹ", "de": "ʒˈɑːŋ rənʊˈar", "es": "ʝˈan renwˈar"}),
    ("Goethe", "de", {"en": "ɡˈɜːtə", "fr": "ɡˈœtə", "es": "ɡˈete"}),
    ("Bach", "de", {"en": "bˈɑːk", "fr": "bˈak", "es": "bˈax"}),
    ("Quijote", "es", {"en": "kihˈoʊteɪ", "fr": "kiʁˈote", "de": "kixˈote"}),
    ("Leonardo da Vinci", "it", {"en": "leɪoʊnˈɑːɹdoʊ dɑː vˈintʃɪ", "es": "leonˈaɾdo da bˈintʃi"}),
    ("Dvořák", "cs", {"en": "dvˈoʊɹʒɑːk", "fr": "dvˈoʁʒak", "de": "dvˈorʒaːk"}),
    ("Wałęsa", "pl", {"fr": "vawˈɛ̃sa", "de": "vaʊˈɛŋsa", "es": "bawˈensa"}),
]  # fmt: skip


def speak(name: str, language: str) -> str:
    """Piper's own phonemizer."""
    found = phonemizer()
    assert found is not None
    return found(name, "es-es" if language == "es" else language)


@pytest.mark.parametrize("name, language, said", GOLDEN, ids=[name for name, *_ in GOLDEN])
def test_golden_names(name: str, language: str, said: dict[str, str]) -> None:
    """What each voice is told to say, against a table that was approved."""
    found = {into: sounds_for(speak(name, language), language, into) for into in said}
    assert {into: unicodedata.normalize("NFC", sounds or "") for into, sounds in found.items()} == {
        into: unicodedata.normalize("NFC", sounds) for into, sounds in said.items()
    }


@pytest.mark.parametrize("into", LANGUAGES)
def test_every_name_of_the_lexicon_can_be_said(into: str) -> None:
    """No name of any lexicon has a sound for which the voice of another language has nothing."""
    names = {(name, tongue) for code in LANGUAGES for name, tongue in speech(code).tongues.items() if tongue != into}
    assert [name for name, tongue in sorted(names) if not sounds_for(speak(name, tongue), tongue, into)] == []


def test_a_sound_without_likeness_leaves_the_name_in_letters() -> None:
    """A click has no place in a German voice; neither has what the voice's own table does not hold."""
    text = 'Wer war <lang xml:lang="xh">Qunu</lang>?'
    assert in_phonemes(text, "de", lambda name, code: "kǃunu", known="") == "Wer war Qunu?"
    assert in_phonemes(text, "de", lambda name, code: "kunu", known="knu") == "Wer war [[ kunu ]]?"
    assert in_phonemes(text, "de", lambda name, code: "kunu", known="kn") == "Wer war Qunu?"


@pytest.mark.parametrize(
    "text, language, said",
    [
        ("Is it Claude Monet?", "en", "Is it Claude [[ moʊnˈeɪ? ]]"),
        ("Champollion's stone and Matisse's paper", "en", "[[ ʃɑːnpɔːljˈɔːnz ]] stone and [[ mɑːtˈisɪz ]] paper"),
        ("Shakespeares Dramen", "de", "[[ ʃˈeːkspɪrs ]] Dramen"),
        ("Qui a écrit « Moby Dick » ?", "fr", "Qui a écrit [[ mˈobi dˈik? ]]"),
        ("¿Dónde se juega Roland Garros?", "es", "¿Dónde se juega [[ rolˈan ɡarˈo? ]]"),
    ],
)
def test_sentences_for_piper(text: str, language: str, said: str) -> None:
    """From the printed line to what Piper is handed: genitives and question marks go along with the sounds."""
    ready = in_phonemes(marked(text, language), language, speak, known=alphabet(language))
    assert sentences(ready, language) == [said]


def test_espeak_changes_its_voice_for_a_name() -> None:
    """SSML, with everything else escaped; a genitive keeps the name in the sentence's own voice."""
    text = 'Rock & <lang xml:lang="en">Queen</lang>, <lang xml:lang="en">Shakespeare</lang>s Dramen'
    assert in_voices(text) == 'Rock &amp; <voice xml:lang="en">Queen</voice>, Shakespeares Dramen'
    assert without_marks(text) == "Rock & Queen, Shakespeares Dramen"


def test_espeak_says_no_mark_aloud() -> None:
    """The French name takes about as long in a German sentence as the French voice takes for it alone."""
    german, french = EspeakSynthesizer("de"), EspeakSynthesizer("fr")

    def seconds(voice: EspeakSynthesizer, text: str) -> float:
        return sum(len(chunk.pcm) / chunk.rate for chunk in voice.synthesize(text))

    name = seconds(french, "Les Misérables")
    assert seconds(german, '<lang xml:lang="fr">Les Misérables</lang>') == pytest.approx(name, abs=0.3)
