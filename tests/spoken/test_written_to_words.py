"""Written text to words, as people read it aloud in each language."""

from __future__ import annotations

import pytest

from host.dialogue.spoken import respellings, spoken

ENGLISH = [
    # Rulers, wars and parts
    ("World War II began in 1939.", "World War two began in nineteen thirty-nine."),
    ("Louis XIV and Elizabeth II", "Louis the fourteenth and Elizabeth the second"),
    ("Pope John Paul II was Polish.", "Pope John Paul the second was Polish."),
    ("Charles I was beheaded.", "Charles the first was beheaded."),
    ("Henry VIII, Henry VII", "Henry the eighth, Henry the seventh"),
    ("Star Wars Episode V, Rocky II, Act IV", "Star Wars Episode five, Rocky two, Act four"),
    ("the XIX century", "The nineteenth century"),
    ("Malcolm X and I mix", "Malcolm X and I mix"),
    # Years, decades, dates, times
    ("In 1066, 1905, 2001 and 2012.", "In ten sixty-six, nineteen oh-five, two thousand and one and twenty twelve."),
    ("In the 1890s and the '80s", "In the eighteen nineties and the eighties"),
    ("218 BC?", "Two hundred and eighteen B C?"),
    ("1939–1945", "Nineteen thirty-nine to nineteen forty-five"),
    ("on 14 July 1789", "On the fourteenth of July seventeen eighty-nine"),
    ("July 4, 1776", "July fourth, seventeen seventy-six"),
    ("1969-07-20", "The twentieth of July nineteen sixty-nine"),
    ("at 7:30 pm, at 7:05, at 12:00", "At seven thirty P M, at seven oh five, at twelve o'clock"),
    # Numbers
    ("206 bones", "Two hundred and six bones"),
    ("1,234 and 3.14", "One thousand two hundred and thirty-four and three point one four"),
    ("the 21st, the 2nd", "The twenty-first, the second"),
    ("won 3-2 in 1966", "Won three to two in nineteen sixty-six"),
    ("3/4 and 1/2", "Three quarters and one half"),
    ("-5 °C, 20 °C and 90°", "Minus five degrees Celsius, twenty degrees Celsius and ninety degrees"),
    ("100 km/h, 1 kg, 50%", "One hundred kilometres per hour, one kilogram, fifty percent"),
    ("$500, $3 million, £1.50", "Five hundred dollars, three million dollars, one pound fifty"),
    ("007", "Double O seven"),
    ("4K and B52", "Four K and B fifty-two"),
    # Abbreviations, initials, letters, formulas
    ("Mr. Smith vs. Dr. Jones. Yes.", "Mister Smith versus Doctor Jones. Yes."),
    ("St. Louis etc. The end.", "Saint Louis et cetera. The end."),
    ("J. R. R. Tolkien and John F. Kennedy", "J R R Tolkien and John F Kennedy"),
    ("E.T. in the U.S. and N.O.V.A, C.E.L.L?", "E T in the U S and N O V eigh, C E L L?"),
    ("We saw E.T.", "We saw E T."),
    ("The letter is Z. Who?", "The letter is Z. Who?"),
    ("(A) Paris", "Eigh, Paris"),
    ("Vitamin A. A vitamin.", "Vitamin eigh. A vitamin."),
    ("A Tale of Two Cities", "A Tale of Two Cities"),
    ("the CIA, NASA and DNA", "The C I eigh, NASA and D N eigh"),
    ("H2O, CO2 and NaCl", "H two O, C O two and N eigh C L"),
    ("The symbol for gold is Au.", "The symbol for gold is eigh U."),
    # Marks
    ("Say 'help' or “stop” (now).", "Say help or stop, now."),
    ("and/or, yes/no, R&D", "And or, yes or no, R and D"),
    ("one — two", "One, two"),
    ("Who sang “Help!”?", "Who sang Help!?"),
]
FRENCH = [
    ("Louis XIV et Henri IV", "Louis quatorze et Henri quatre"),
    ("François Ier, Napoléon III, Jean-Paul II", "François premier, Napoléon trois, Jean-Paul deux"),
    ("au XIXe siècle, au Ier siècle", "Au dix-neuvième siècle, au premier siècle"),
    ("la Ve République", "La cinquième République"),
    ("tome II, acte V", "Tome deux, acte cinq"),
    ("en 1969", "En mille neuf cent soixante-neuf"),
    ("le 1er mai, le 14 juillet", "Le premier mai, le quatorze juillet"),
    ("12/10/1492", "Douze octobre mille quatre cent quatrevain-douze"),
    ("42,195 kilomètres", "Quarante-deux virgule cent quatrevain-quinze kilomètres"),
    ("300 000 km", "Trois cent mille kilomètres"),
    ("300\u202f000 km", "Trois cent mille kilomètres"),
    ("21 heures, 1 case, 1 pion", "Vingt et une heures, une case, un pion"),
    ("20 h 30", "Vingt heures trente"),
    ("M. Dupont et Mme Martin, n° 5", "Monsieur Dupont et Madame Martin, numéro cinq"),
    ("50 av. J.-C. C'est ça.", "Cinquante avant Jésus-Christ. C'est ça."),
    (
        "20 °C, 50 %, 500 €, 1,5 km",
        "Vingt degrés Celsius, cinquante pour cent, cinq cents euros, un virgule cinq kilomètre",
    ),
    ("3 millions d'euros", "Trois millions d'euros"),
    ("gagné 3-2", "Gagné trois à deux"),
    ("« Bonjour », dit-il.", "Bonjour, dit-il."),
    ("le CO2, l'ADN, la CIA, l'ONU", "Le C O deux, l'A D N, la C I A, l'ONU"),
    ("le 2e et la 1re", "Le deuxième et la première"),
]
GERMAN = [
    ("Ludwig XIV. baute Schlösser.", "Ludwig der Vierzehnte baute Schlösser."),
    ("Unter Ludwig XIV. war Krieg.", "Unter Ludwig dem Vierzehnten war Krieg."),
    ("Das war Heinrich VIII. Er regierte.", "Das war Heinrich der Achte. Er regierte."),
    ("Das war Heinrich VIII.", "Das war Heinrich der Achte."),
    ("Elisabeth II. und Friedrichs II. Bruder", "Elisabeth die Zweite und Friedrichs des Zweiten Bruder"),
    ("für König Karl V. und mit Karl V.", "Für König Karl den Fünften und mit Karl dem Fünften."),
    ("im 19. Jahrhundert", "Im neunzehnten Jahrhundert"),
    ("das 20. Jahrhundert, 19. Jahrhundert", "Das zwanzigste Jahrhundert, neunzehntes Jahrhundert"),
    ("Ende des 19. Jahrhunderts", "Ende des neunzehnten Jahrhunderts"),
    ("Der 2. Weltkrieg, im II. Weltkrieg", "Der zweite Weltkrieg, im zweiten Weltkrieg"),
    ("in der 2. Klasse, die 2. Klasse", "In der zweiten Klasse, die zweite Klasse"),
    ("Am 9. November 1989", "Am neunten November neunzehnhundertneunundachtzig"),
    ("9. November", "Neunter November"),
    ("der 1. FC Köln, 1. und 2. Platz", "Der erste F C Köln, erster und zweiter Platz"),
    ("Es sind 12. Dann kam 13.", "Es sind zwölf. Dann kam dreizehn."),
    (
        "1969, 3800 Meter, 40.000 Kilometer",
        "Neunzehnhundertneunundsechzig, dreitausendachthundert Meter, vierzigtausend Kilometer",
    ),
    ("42,195 km", "Zweiundvierzig Komma eins neun fünf Kilometer"),
    ("1 Frage, 1 Kilometer, 1", "Eine Frage, ein Kilometer, eins"),
    ("Sie gewannen 3:2.", "Sie gewannen drei zu zwei."),
    ("um 20:15 Uhr, um 20.15 Uhr, um 7 Uhr", "Um zwanzig Uhr fünfzehn, um zwanzig Uhr fünfzehn, um sieben Uhr"),
    ("14.7.1789", "Vierzehnter Juli siebzehnhundertneunundachtzig"),
    ("in den 1930er Jahren", "In den neunzehnhundertdreißiger Jahren"),
    ("z. B. Dr. Müller usw. Ende.", "Zum Beispiel Doktor Müller und so weiter. Ende."),
    ("50 v. Chr. war das.", "Fünfzig vor Christus war das."),
    (
        "5 Mio. €, 3,50 €, 20 °C, 100 km/h",
        "Fünf Millionen Euro, drei Euro fünfzig, zwanzig Grad Celsius, hundert Kilometer pro Stunde",
    ),
    ("DDR, USA, EU-Kommission, U-Boot", "D D R, U S A, E U-Kommission, U-Boot"),
    ("„Findet Nemo“?", "Findet Nemo?"),
]
SPANISH = [
    ("Felipe II y Carlos V", "Felipe segundo y Carlos quinto"),
    ("Alfonso X y Alfonso XIII", "Alfonso décimo y Alfonso trece"),
    ("Isabel II, Juan XXIII", "Isabel segunda, Juan veintitrés"),
    ("siglo XIX, siglo V, siglos XV y XVI", "Siglo diecinueve, siglo quinto, siglos quince y dieciséis"),
    ("la II Guerra Mundial", "La Segunda Guerra Mundial"),
    ("en 1492", "En mil cuatrocientos noventa y dos"),
    ("1.000 kilómetros y 3,5 km/h", "Mil kilómetros y tres coma cinco kilómetros por hora"),
    ("21 quesitos, 200 casillas, 31 años", "Veintiún quesitos, doscientas casillas, treinta y un años"),
    ("1 de mayo de 1808", "Uno de mayo de mil ochocientos ocho"),
    ("500 personas, 1 kilómetro, 21", "Quinientas personas, un kilómetro, veintiuno"),
    ("el Sr. García y Dña. Ana", "El señor García y doña Ana"),
    ("en EE. UU. en 1776", "En Estados Unidos en mil setecientos setenta y seis"),
    ("44 a. C.", "Cuarenta y cuatro antes de Cristo."),
    ("1.º, 2.ª, 1er premio", "Primero, segunda, primer premio"),
    ("a las 7:30, a la 1:15", "A las siete y media, a la una y cuarto"),
    ("20 °C, 50 %, 500 €", "Veinte grados centígrados, cincuenta por ciento, quinientos euros"),
    ("3 millones de euros", "Tres millones de euros"),
    ("ganó 3-2", "Ganó tres a dos"),
    ("la letra Y. Y dijo eso.", "La letra i griega. Y dijo eso."),
    ("la CIA, la ONU y el ADN", "La C I A, la ONU y el A D N"),
    ("¿«Amor…»?", "¿Amor...?"),
]


@pytest.mark.parametrize("text, words", ENGLISH)
def test_english(text: str, words: str) -> None:
    """English as it is read aloud."""
    assert spoken(text, "en") == words


@pytest.mark.parametrize("text, words", FRENCH)
def test_french(text: str, words: str) -> None:
    """French as it is read aloud."""
    assert spoken(text, "fr") == words


@pytest.mark.parametrize("text, words", GERMAN)
def test_german(text: str, words: str) -> None:
    """German as it is read aloud, with the endings that the words around a number ask for."""
    assert spoken(text, "de") == words


@pytest.mark.parametrize("text, words", SPANISH)
def test_spanish(text: str, words: str) -> None:
    """Spanish as it is read aloud, in the gender of the thing counted."""
    assert spoken(text, "es") == words


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
@pytest.mark.parametrize(
    "text, gone", [("a [[ bˈat ]] b", "["), ("x <speak>y</speak>", "<"), ("\x1b[31mred", "\x1b"), ("[[[[ ]]]]", "[")]
)
def test_markup_is_never_handed_on(language: str, text: str, gone: str) -> None:
    """Phoneme blocks, SSML tags and control characters of a card do not reach the voice."""
    assert gone not in spoken(text, language)


@pytest.mark.parametrize(
    "answer, say, expected",
    [
        ("Johannes Vermeer", ("vair-MEER",), {"Vermeer": "vair-meer"}),
        ("Vincent van Gogh", ("van-GOFF",), {"van Gogh": "van-goff"}),
        ("Marcel Marceau", ("mar-SOH",), {"Marceau": "mar-soh"}),
        ("el Beagle", ("bígel",), {"Beagle": "bígel"}),
        ("Les röstis", ("reuchti",), {"röstis": "reuchti"}),
        ("Le glacier d'Aletsch", ("alètche",), {"Aletsch": "alètche"}),
        ("Jamaika", ("Jusein Bolt",), {}),
        ("Twilight of the Gods", ("gur-ter-DEM-er-oong",), {}),
        ("Paris", (), {}),
        ("", ("x",), {}),
    ],
)
def test_a_packs_respelling_finds_its_name(answer: str, say: tuple[str, ...], expected: dict[str, str]) -> None:
    """A respelling stands for the part of the answer that it resembles, or for none."""
    assert respellings(answer, say) == expected


def test_a_packs_respelling_is_said() -> None:
    """The name is said as the pack says, wherever it stands in the line."""
    says = respellings("Johannes Vermeer", ("vair-MEER",))
    assert spoken("Right: Johannes Vermeer.", "en", says) == "Right: Johannes vair-meer."


def test_the_lexicon_says_names() -> None:
    """A name of the lexicon is respelled after its numeral has been understood; "Berlin" is left alone."""
    assert spoken("Élisabeth II à Berlin", "fr") == "Élizabète deux à Berlin"
    assert spoken("Goethe and AC/DC", "en") == "Gerta and eigh C D C"
