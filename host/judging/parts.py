"""Form: generic words, titles, remarks that the question already makes, acronyms, and parts of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from host.judging.cardtext import Form
from host.judging.case import Case
from host.judging.kinds import Kind
from host.judging.lexicon import Lexicon, lexicon
from host.judging.likeness import word_like
from host.judging.names import is_given_name, strip_titles
from host.judging.reading import read
from host.judging.stems import stem
from host.judging.text import tokenize, words_of
from host.judging.verdict import Layer, Reason, Verdict


def judge_form(case: Case, form: Form) -> Verdict | None:
    """Judges wording against wording, as sets of words; None when the two share nothing that counts."""
    language = case.language
    said, card = case.reading, read(form.text, language)
    if not case.policy.strict and said.loose_keys & card.loose_keys:
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if form.required or (case.record.required and not form.alternative):
        return _required(case, form)
    if found := _acronym(case, form):
        return found
    if not case.policy.strict and (found := _untitled(case, form)):
        return found
    extra, missing = _difference(said.bare, card.bare, language)
    if len(missing) == len(card.bare):
        return None
    if not missing:
        return _extra_words(case, form, extra)
    if not extra:
        return _missing_words(case, form, missing)
    return None


def _difference(said: Sequence[str], card: Sequence[str], language: str) -> tuple[list[str], list[str]]:
    """Words of what was said that the card lacks, and words of the card that were not said; by stem."""
    left = [stem(word, language) for word in card]
    missing = list(card)
    extra = []
    for word in said:
        key = stem(word, language)
        if key in left:
            at = left.index(key)
            del left[at], missing[at]
        else:
            extra.append(word)
    return extra, missing


# --- Words too many --------------------------------------------------------------------------------------------


def _extra_words(case: Case, form: Form, extra: list[str]) -> Verdict | None:
    if not extra:
        # The same words in another order: fine when there is a number ("Second World War"), else not certain.
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text) if not case.policy.strict else None
    lex = lexicon(case.language)
    if any(word.startswith("#") for word in extra):
        return case.reject(Layer.NUMBERS, Reason.WRONG_NUMBER, form.text)
    if case.other_thing:
        return case.reject(Layer.GUARD, Reason.OTHER_THING, form.text)
    if any(word in lex.contrasts for word in extra):
        return case.reject(Layer.FORM, Reason.DIFFERENT, form.text)
    asked = {stem(word, case.language) for word in words_of(case.record.question, case.language)}
    loose = lex.generic - lex.place_words if case.record.kind is Kind.WORD else lex.generic
    if all(word in loose or lex.honorifics.at([word], 0) or stem(word, case.language) in asked for word in extra):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if _names_a_place(case, extra):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if all(word in lex.modifiers for word in extra) and not case.policy.strict:
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if _several_things(case, extra):
        return case.reject(Layer.HEARING, Reason.TWO_ANSWERS, form.text)
    if case.record.kind is Kind.PERSON and len(read(form.text, case.language).content) == 1:
        return None
    return case.unsure(Layer.FORM, Reason.SAY_AGAIN, form.text)


def _names_a_place(case: Case, extra: list[str]) -> bool:
    """ "Paris, France": the country of a city is no second answer."""
    entities = case.guard.entities
    ids = case.guard.known(" ".join(extra), case.language)
    topics = {entities[number].topic for number in case.card_ids}
    return bool(topics & {"capital", "city"}) and any(entities[number].topic == "country" for number in ids)


def _several_things(case: Case, extra: list[str]) -> bool:
    entities = case.guard.entities
    kinds = {entities[number].kind for number in case.card_ids} - {"word"}
    topics = {entities[number].topic for number in case.card_ids}
    found = {entities[number] for word in extra for number in case.guard.known(word, case.language)}
    return any(entity.topic in topics or entity.kind in kinds for entity in found)


# --- Words too few ---------------------------------------------------------------------------------------------


def _missing_words(case: Case, form: Form, missing: list[str]) -> Verdict | None:
    lex = lexicon(case.language)
    said = case.reading
    optional = set(form.optional) | {word for text in case.record.optional for word in words_of(text, case.language)}
    if all(word in optional for word in missing):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if any(word.startswith("#") for word in missing):
        return case.prompt(Layer.NUMBERS, Reason.WHICH_NUMBER, form.text)
    contrasting = any(word in lex.contrasts for word in missing)
    if not contrasting and _redundant(case, missing, lex) and any(word not in lex.generic for word in said.bare):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if case.record.kind is not Kind.TITLE and not _says_something(said.bare, lex):
        return case.reject(Layer.FORM, Reason.PART_ONLY, form.text)
    generic = all(word in lex.generic or word in optional for word in missing)
    if case.rival:
        if generic and case.record.kind is Kind.PLACE:  # "Mexico" for Mexico City
            return case.prompt(Layer.FORM, Reason.SAY_MORE, form.text)
        return case.reject(Layer.GUARD, Reason.OTHER_THING, form.text)
    if contrasting:
        return case.prompt(Layer.FORM, Reason.SAY_MORE, form.text)
    if generic and not case.policy.strict:
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if case.record.kind in (Kind.PLACE, Kind.WORD) and not case.policy.strict and _head(case, form, lex):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if case.record.kind is Kind.TITLE and case.policy.lenient and _head_words(case, form):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    if case.record.kind is Kind.PERSON:
        return None
    return case.prompt(Layer.FORM, Reason.SAY_MORE, form.text)


def _says_something(words: Sequence[str], lex: Lexicon) -> bool:
    telling = [w for w in words if w not in lex.generic and w not in lex.contrasts and w not in lex.function_words]
    return any(len(word) > 2 or word.startswith("#") for word in telling)


def _redundant(case: Case, missing: list[str], lex: Lexicon) -> bool:
    """The question itself gives the missing words: "this fever", "which river"."""
    asked = words_of(case.record.question, case.language)
    stems = [stem(word, case.language) for word in asked]
    for word in missing:
        key = stem(word, case.language)
        spots = [i for i, other in enumerate(stems) if other == key]
        if not any(set(asked[max(0, i - 3) : i]) & lex.focus for i in spots):
            return False
    return bool(missing)


def _head(case: Case, form: Form, lex: Lexicon) -> bool:
    """The name's first telling word was said: "la Maestranza" of "la Real Maestranza de Caballería de Sevilla"."""
    words = [w for w in words_of(form.text, case.language) if w not in lex.articles and w not in lex.generic]
    content = [word for word in words if word not in lex.function_words]
    said = [word for word in case.reading.bare if word not in lex.generic]
    capitals = [token.text for token in tokenize(form.text, case.language) if token.text[0].isupper()]
    if len(content) < 3 or len(capitals) < len(content) or case.language not in ("fr", "es"):
        return False
    return bool(said) and stem(said[0], case.language) == stem(content[0], case.language) and len(said[0]) > 5


def _head_words(case: Case, form: Form) -> bool:
    card = read(form.text, case.language).bare
    said = case.reading.bare
    return len(said) * 2 >= len(card) and stem(said[0], case.language) == stem(card[0], case.language)


def _untitled(case: Case, form: Form) -> Verdict | None:
    """ "King John" without the title, on either side; a bare title says nothing."""
    if case.record.kind is not Kind.PERSON:
        return None
    language = case.language
    said = strip_titles(list(case.reading.content), language)
    card = strip_titles(list(read(form.text, language).content), language)
    if said == card and said and not (len(said) == 1 and lexicon(language).honorifics.at(said, 0)):
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text)
    return None


# --- Acronyms --------------------------------------------------------------------------------------------------


def _acronym(case: Case, form: Form) -> Verdict | None:
    """ "FBI" for the Federal Bureau of Investigation: two letters at least, and all of them."""
    letters = "".join(case.reading.words)
    if not 2 <= len(letters) <= 6 or case.record.kind is Kind.PERSON or not letters.isalpha():
        return None
    if len(case.reading.words) not in (1, len(letters)):
        return None
    lex = lexicon(case.language)
    words = words_of(form.text, case.language)
    without_articles = [word for word in words if word not in lex.articles]
    content = [word for word in without_articles if word not in lex.function_words and word not in lex.conjunctions]
    if len(content) < 2 or any(is_given_name(word) for word in content[:1]):
        return None
    if any(letters == "".join(word[0] for word in kept) for kept in (words, without_articles, content)):
        return case.accept(Layer.FORM, Reason.ACRONYM, form.text)
    return None


# --- The underlined part ---------------------------------------------------------------------------------------


def _required(case: Case, form: Form) -> Verdict | None:
    """The author marked what must be given: that, in order, and nothing that contradicts it."""
    language = case.language
    lex = lexicon(language)
    pieces = form.required or (case.record.required,)
    said = list(case.reading.bare)
    card = read(form.text, language)
    position = 0
    used: set[int] = set()
    found_all = True
    for piece in pieces:
        for word in read(piece, language).bare:
            at = next((i for i in range(position, len(said)) if i not in used and _fits(case, said[i], word)), -1)
            if at < 0:
                at = next((i for i in range(len(said)) if i not in used and _fits(case, said[i], word)), -1)
            if at < 0:
                found_all = False
                continue
            used.add(at)
    rest = [word for i, word in enumerate(said) if i not in used]
    strangers = [word for word in rest if not any(_fits(case, word, own) for own in card.bare)]
    if found_all:
        if any(word.startswith("#") or word in lex.contrasts for word in strangers) or case.rival:
            return case.reject(Layer.FORM, Reason.DIFFERENT, form.text)
        given = [word for word in strangers if is_given_name(word)]
        if given and any(is_given_name(word) for word in card.bare):
            return case.reject(Layer.NAMES, Reason.WRONG_GIVEN_NAME, form.text)
        return case.accept(Layer.FORM, Reason.FORM_ENOUGH, form.text) if len(strangers) <= 2 else None
    if used and not strangers and case.record.prompt_partial:
        return case.prompt(Layer.FORM, Reason.SAY_MORE, form.text)
    return None


def _fits(case: Case, said: str, word: str) -> bool:
    language = case.language
    if stem(said, language) == stem(word, language):
        return True
    # "{fir}es", "{test}": the underline may cut a word, and a form of the word will do.
    longer, shorter = (said, word) if len(said) > len(word) else (word, said)
    if said.startswith(word) and len(word) >= 3 and len(longer) - len(shorter) <= 3 and not longer.startswith("#"):
        return True
    return not case.guard.known(said, language) and word_like(case, said, word)
