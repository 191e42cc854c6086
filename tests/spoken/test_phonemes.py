"""What the voices make of the words: phonemes from Piper's own phonemizer, against a table that was approved."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from host.bank.pack import load_pack
from host.config import data_folder
from host.dialogue.phrasebook import load_phrasebook
from host.dialogue.spoken import spoken

pytestmark = pytest.mark.speech
VOICES = {"en": "en-us", "fr": "fr", "de": "de", "es": "es"}
GOLDEN = {
    "en": [
        ("World War II ended in 1945.", "wɜːld wɔːɹ tuː ɛndᵻd ɪn naɪntiːn fɔːɹɾifaɪv."),
        ("Louis XIV", "luːi ðə fɔːɹtiːnθ"),
        ("Elizabeth II", "ᵻlɪzəbəθ ðə sɛkənd"),
        ("In 1905 and 2001", "ɪn naɪntiːn oʊfaɪv ænd tuː θaʊzənd ænd wʌn"),
        ("the 1890s", "ðɪʲ eɪtiːn naɪntiz"),
        ("$500", "faɪv hʌndɹɪd dɑːlɚz"),
        ("3-2", "θɹiː tə tuː"),
        ("Mr. Smith", "mɪstɚ smɪθ"),
        ("St. Louis", "seɪnt luːi"),
        ("J. R. R. Tolkien", "dʒeɪ ɑːɹ ɑːɹ tolkiːn"),
        ("(A) Paris", "eɪ, pæɹɪs"),
        ("vitamin A is good", "vaɪɾəmɪn eɪ ɪz ɡʊd"),
        ("20 °C", "twɛnti dᵻɡɹiːz sɛlsɪʲəs"),
        ("5 km/h", "faɪv kɪləmiːɾɚz pɜːɹ aʊɚ"),
        ("H2O", "eɪtʃ tuː oʊ"),
        ("50 BC", "fɪfti biː siː"),
        ("4 July 1776", "ðə fɔːɹθ ʌv dʒuːlaɪ sɛvəntiːn sɛvəntisɪks"),
        ("1/2", "wʌn hæf"),
        ("AC/DC", "eɪ siː diː siː"),
        ("Versailles", "vɛɹsaɪ"),
    ],
    "fr": [
        ("Louis XIV", "lwi katɔʁz"),
        ("Henri IV", "ɑ̃ʁi katʁ"),
        ("François Ier", "fʁɑ̃swa pʁəmje"),
        ("XIXe siècle", "dinøvjɛm sjɛkl"),
        ("1989", "mil nœf sɑ̃ katʁəvɛ̃nœf"),
        ("91 ans", "katʁəvɛ̃ɔ̃z ɑ̃"),
        ("21 heures", "vɛ̃t e yn œʁ"),
        ("1 case", "yn kaz"),
        ("42,195 km", "kaʁɑ̃tdø viʁɡyl sɑ̃ katʁəvɛ̃kɛ̃z kilomɛtʁ"),
        ("M. Dupont", "məsjø dypɔ̃"),
        ("Mme Curie", "madam kyʁi"),
        ("50 av. J.-C.", "sɛ̃kɑ̃t avɑ̃ ʒezykʁist."),
        ("20 °C", "vɛ̃ dəɡʁe sɛlsjys"),
        ("3-2", "tʁwaz a dø"),
        ("le CO2", "lə- se o dø"),
        ("Élisabeth II", "elizabɛt dø"),
        ("le Danemark", "lə- danmaʁk"),
        ("l'Everest", "levʁɛst"),
        ("Saint-Exupéry", "sɛ̃tɛɡzypeʁi"),
        ("J.-C.", "ʒezykʁist."),
    ],
    "de": [
        ("Ludwig XIV. starb.", "lʊdvɪç dɛɾ fiːɾtseːntə ʃtaɾp."),
        ("unter Ludwig XIV.", "ʊntɜ lʊdvɪç deːm fiːɾtseːntən."),
        ("im 19. Jahrhundert", "ɪm nɔøntseːntən jɑːɾhʊndɜt"),
        ("der 1. FC Köln", "dɛɾ eːɾstə ɛf tseː kœln"),
        ("am 9. November 1989", "am nɔøntən noːvɛmbɜ nɔøntseːnhʊndɜtnɔønʊndaxtsɪç"),
        ("40.000 Kilometer", "fiːɾtsɪçtaʊzənt kiːloːmeːtɜ"),
        ("42,195 km", "tsvaɪʊndviːɾtsɪç kɔmɑː aɪns nɔøn fʏnf kiːloːmeːtɜ"),
        ("3:2", "draɪ tsuː tsvaɪ"),
        ("20:15 Uhr", "tsvantsɪç uːɾ fʏnftseːn"),
        ("z. B.", "tsʊm baɪʃpiːl"),
        ("50 v. Chr.", "fʏnftsɪç fɔɾ krɪstʊs."),
        ("die USA und die EU", "diː uː ɛs ɑː ʊnt diː eː uː"),
        ("1 Frage", "aɪnə frɑːɡə"),
        ("20 °C", "tsvantsɪç ɡrɑːt tsɛlziːʊs"),
        ("da Vinci", "dɑː vɪntʃiː"),
        ("Shakespeare", "ʃeːkspiːɾ"),
    ],
    "es": [
        ("Felipe II", "felipe seɣundo"),
        ("Carlos V", "kaɾlos kinto"),
        ("Alfonso XIII", "alfonso tɾeθe"),
        ("siglo XIX", "siɣlo ðjeθinweβe"),
        ("II Guerra Mundial", "seɣunda ɣera mundjal"),
        ("en 1492", "en mil kwatɾoθjɛntos noβɛnta i ðos"),
        ("21 quesitos", "beɪntjun kesitos"),
        ("200 casillas", "dosθjɛntas kasiʎas"),
        ("1 kilómetro", "uŋ kilometɾo"),
        ("3,5 km/h", "tɾes koma θinko kilometɾos poɾ oɾa"),
        ("Sr. García", "seɲoɾ ɣaɾθiʲa"),
        ("EE. UU.", "estaðos uniðos."),
        ("44 a. C.", "kwaɾɛnta i kwatɾo antes ðe kɾisto."),
        ("20 °C", "beɪnte ɣɾaðos θentiɣɾaðos"),
        ("3-2", "tɾes a ðos"),
        ("la letra Y", "la letɾa i ɣɾiʲeɣa"),
        ("Einstein", "ainstaɪn"),
        ("Bach", "bax"),
    ],
}


@pytest.fixture(scope="module")
def phonemes() -> Callable[[str, str], str]:
    """(language, text) -> phonemes without stress marks, sentences joined."""
    phonemizer = pytest.importorskip("piper.phonemize_espeak").EspeakPhonemizer()

    def say(language: str, text: str) -> str:
        parts = phonemizer.phonemize(VOICES[language], text)
        return unicodedata.normalize("NFC", " ".join("".join(part) for part in parts).translate({0x2C8: "", 0x2CC: ""}))

    return say


@pytest.mark.parametrize(
    "language, text, sounds", [(language, *case) for language, cases in GOLDEN.items() for case in cases]
)
def test_phonemes(phonemes: Callable[[str, str], str], language: str, text: str, sounds: str) -> None:
    """The spoken form sounds as people say it."""
    assert phonemes(language, spoken(text, language)) == unicodedata.normalize("NFC", sounds)


def test_the_raw_text_would_sound_wrong(phonemes: Callable[[str, str], str]) -> None:
    """Without the front end the same voice says "World War roman two" and "three dash two"."""
    assert "ɹoʊmən" in phonemes("en", "World War II") and "dæʃ" in phonemes("en", "3-2")


def test_no_french_word_is_read_in_english() -> None:
    """espeak switches to English in mid-sentence for words like "Danemark"; the lexicon prevents it.

    Single words of quoted titles ("I had a dream") may stay English; a card's answer may not.
    """
    bridge = pytest.importorskip("piper.espeakbridge")
    folder = pytest.importorskip("piper.phonemize_espeak").ESPEAK_DATA_DIR
    bridge.initialize(str(folder))
    bridge.set_voice("fr")
    packs = [load_pack(path) for path in sorted(data_folder("questions").glob("*.yaml"))]
    answers = {q.answer for pack in packs if pack.language == "fr" for q in pack.questions}
    lines = load_phrasebook("fr").lines.values()
    said = {text for levels in lines for texts in levels.values() for text in texts if "{" not in text}
    words = {word for text in answers | said for word in spoken(text, "fr").split()}
    switched = {word for word in words if any("(" in part for part, *_ in bridge.get_phonemes(word))}
    assert switched == set()
