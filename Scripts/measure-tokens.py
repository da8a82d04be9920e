"""Counts tokens with real tokenizers, beside the estimate that the app uses.

usage: measure-tokens.py [FILE...]     (Scripts/measure-tokens.sh makes the environment for it)

Without arguments it measures Evals/tokens/*.txt and the bodies of Prompts/*.prompt, prints tables
and writes Evals/tokens/counts.json and Evals/tokens/estimates.json. With files it prints only.

The vocabularies come inside PyPI packages; nothing is fetched from a model hub:
  cl100k_base, o200k_base, gpt2   rank files in litellm, recognised by tiktoken's own checksums
  claude_2, deepseek_v3           JSON in litellm (Claude 2 is the last that Anthropic published)
  qwen                            qwen.tiktoken in dashscope
  mistral_tekken                  tekken_240911.json in mistral-common

`estimate` is the reference of TokenEstimator.swift in PromptTemplates, number for number.
"""

import base64
import hashlib
import json
import statistics
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "Evals" / "tokens"
# The yardstick is the median of these; gpt2 and deepseek_v3 are counted for comparison.
MODERN = ("cl100k_base", "o200k_base", "claude_2", "qwen", "mistral_tekken")

# --- The estimate --------------------------------------------------------------------------------
# Everything is counted in 32nds of a token. The numbers were fitted to the median of MODERN over
# prose in 25 languages and are not a vocabulary: what a letter after another adds, what a kind of
# character after another kind adds, what a character of some other script adds.

UNIT = 32
# Kinds of characters. OTHER has a rate per script, below.
(
    LETTER,
    SPACE,
    NEWLINE,
    DIGIT,
    DOT,
    QUOTE,
    APOSTROPHE,
    SIGN,
    LATIN_SIGN,
    GENERAL,
    HIRAGANA,
    KATAKANA,
    HAN,
    CJK_SIGN,
    OTHER,
    START,
) = range(16)
# Classes of Latin letters: 0-25 a-z without case, 26 of Latin-1, 27 of the rest (and combining
# marks). Before a word's first letter: 28 a space, 29 the start of a line, 30 anything else.
# After its last: 28.
LATIN_1, EXTENDED, AFTER_SPACE, AFTER_NEWLINE, AFTER_OTHER, END = 26, 27, 28, 29, 30, 28
# LETTERS[before][after], each a character whose code is the number + 59.
LETTERS = (
    "RB8;T4AC7BI8G<0M^SFKMA`+,R5]^",
    "GZ>Q4A|=@?m1XLFeDb<[G@bT=^C3h",
    "B[I*7G]AP6>=HZ;=OY_?EMYE8N#EW",
    "FE.5DDJ`MIM?5CB]ShEnU6=KO[;YX",
    "BID6C5[SRA]KNFOQ:_F[`?a3OaIN]",
    "XdSrX<fpTcol]lIsSlXb]^}cY[A}n",
    "C=<Y1+Q#:]G8705SAI>V7Fb@0P6,B",
    "BY2=@XnWHTMFbH8JO[JYRT^MDd:#Z",
    "78179#L=cFJ=>4,E<V<Ig2RUF/#/h",
    "Ri_]H}hYUbhW`SIh_}UqQt`XUl]K}",
    "HYH79.N#C^]HbWTQM}AZR];JaB9:N",
    "HUY<=#^>JoXCKUFJ=JOVQAOW#y93O",
    "87W@1MZH=fe8<P9FEY4hJGJGDZ#?V",
    "Ia9@;7J;M]N>FEGcR}DLSBSQDUG{X",
    "GBD;O+MXIALBH9>MOXHOGBER>]8S_",
    "-G++*>8#@JF##:-L6B7;7&G%#H#}H",
    ";ECB/;XQNQT7OQ@TLgQH@kWJCYcJA",
    "+6####5A2>1//##H?I#>9#6}#C#<@",
    "JJC59AX5EmRXJC:TJa9JG^QI3f0SU",
    "7[*D,#_#3}B->D2#EM0K:X#}'F#WH",
    "?@5:6*OLA2K4?::EDP4DLFcJ9]#RR",
    "NQb?9UZ]DUl=HiEK]sh^VKbWfrFDk",
    "<<;0&5C#>DK+G#7a>K#aH=O<CG#74",
    "`U44SIZDFH[I;TVVXeJSMI[M@m}P4",
    "IJJp3Wp]?;VPNM)]Q}ASXV^];X#BR",
    "DMB?=7[]NN]<fJG@NoaQ?}BI:V.JQ",
    "VTXsXPphRiz`jOJrX}jxqiqGHaJ}}",
    "5V'9r@dV^jZ(6#EQKXiUCTXH2?91e",
    "793.3#B89561<-9HBJ6?;9:#KE,7E",
    "XYOKVB^cM_]JZSXif}O[PSZX[t[Vd",
    "KJ?CN6I>H#R<CGF[DQBMLBO<@bDRS",
)
# PAIRS[before][after]; between two letters it is LETTERS that counts.
PAIRS = (
    (0, -5, 6, 15, 12, 0, 14, -10, 25, -14, 5, 3, -3, 8, 4),
    (0, 47, 1, 56, 27, 20, 25, 11, -9, -44, 34, 35, 45, 15, 23),
    (0, -5, 25, 82, 76, 78, 44, 17, 64, 33, 68, 69, 85, 70, 71),
    (-9, 1, -22, 36, 33, 8, 20, 24, 45, -3, 51, 60, 41, 33, 38),
    (-18, 17, 4, 36, 15, -7, 0, -18, 32, -11, 37, 25, 26, 12, 49),
    (9, 28, -44, 52, 0, 13, 16, 27, 33, 0, 51, 33, 60, 36, 22),
    (-6, 32, 7, 47, 21, 14, 19, 16, 50, 10, 44, 38, 46, 31, 37),
    (1, 30, 24, 37, 32, 30, 17, 7, 56, 16, 48, 52, 58, 48, 87),
    (26, 7, 2, 49, 3, 7, 25, 13, 52, 15, 48, 43, 48, 34, 110),
    (44, 52, 37, 77, 29, 32, 55, 45, 98, 39, 79, 48, 68, 71, 142),
    (-4, -3, 3, 36, 4, -7, -2, -7, 31, 17, 17, 14, 17, 12, 9),
    (-5, 9, 2, 39, 24, 18, 15, 9, 43, 4, 42, 18, 32, 29, 45),
    (-28, 18, 3, 26, 13, 19, 14, 2, 39, -20, 40, 29, 29, 32, 39),
    (3, -50, 29, 50, 24, 14, 11, 6, 38, -5, 35, 29, 35, 2, 50),
    (0, 9, 22, 64, 18, 32, 23, 14, 132, 100, 48, 48, 61, 49, 0),
    (0, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 0),  # a text's first character
)
# AFTER[previous] is the class that stands before a word's first letter.
AFTER = (None, AFTER_SPACE, AFTER_NEWLINE) + (AFTER_OTHER,) * 12 + (AFTER_NEWLINE,)
CAPITAL = 3  # added for a capital letter
DIGIT_MORE = -25  # added for the second and third digit of each three
SAME = -4  # added for a blank or sign that repeats the one before
RUN_BLANK, RUN_SIGN = 0, 2  # all that the third and further ones of a run add
# SCRIPTS[script], by the number that `classify` gives.
(
    GREEK,
    CYRILLIC,
    CYRILLIC_MORE,
    HEBREW,
    ARABIC,
    INDIC_NORTH,
    INDIC_SOUTH,
    THAI,
    REST,
    HANGUL,
    EMOJI,
    SYMBOL,
) = range(12)
SCRIPTS = (26, 5, 76, 8, 8, 29, 40, 16, 31, 15, 55, 8)


def classify(scalar: int) -> tuple[int, int]:
    """The kind of a character, and its letter class or script."""
    if scalar < 0x80:
        if 0x61 <= scalar <= 0x7A:
            return LETTER, scalar - 0x61
        if 0x41 <= scalar <= 0x5A:
            return LETTER, scalar - 0x41
        if scalar in (0x20, 0x09):
            return SPACE, 0
        if scalar in (0x0A, 0x0D):
            return NEWLINE, 0
        if 0x30 <= scalar <= 0x39:
            return DIGIT, 0
        if scalar == 0x27:
            return APOSTROPHE, 0
        if chr(scalar) in ".,:;!?":
            return DOT, 0
        if chr(scalar) in '"()[]{}<>':
            return QUOTE, 0
        return SIGN, 0
    if scalar < 0xC0 or scalar in (0xD7, 0xF7):
        return LATIN_SIGN, 0
    if scalar <= 0xFF:
        return LETTER, LATIN_1
    if scalar <= 0x24F or 0x300 <= scalar <= 0x36F or 0x1E00 <= scalar <= 0x1EFF:
        return LETTER, EXTENDED
    if 0x370 <= scalar <= 0x3FF:
        return OTHER, GREEK
    if 0x410 <= scalar <= 0x44F:
        return OTHER, CYRILLIC
    if 0x400 <= scalar <= 0x52F:
        return OTHER, CYRILLIC_MORE
    if 0x590 <= scalar <= 0x5FF:
        return OTHER, HEBREW
    if 0x600 <= scalar <= 0x6FF:
        return OTHER, ARABIC
    if 0x900 <= scalar <= 0x9FF:
        return OTHER, INDIC_NORTH
    if 0xA00 <= scalar <= 0xDFF:
        return OTHER, INDIC_SOUTH
    if 0xE00 <= scalar <= 0xEFF:
        return OTHER, THAI
    if scalar <= 0x1FFF:
        return OTHER, REST
    if scalar == 0x2019:
        return APOSTROPHE, 0
    if scalar <= 0x206F:
        return GENERAL, 0
    if scalar <= 0x2FFF:
        return OTHER, SYMBOL
    if (
        0xFF10 <= scalar <= 0xFF19
        or 0xFF21 <= scalar <= 0xFF3A
        or 0xFF41 <= scalar <= 0xFF5A
        or 0xFF66 <= scalar <= 0xFF9F
    ):
        return OTHER, REST
    if scalar <= 0x303F or 0xFF00 <= scalar <= 0xFFEF:
        return CJK_SIGN, 0
    if scalar <= 0x309F:
        return HIRAGANA, 0
    if scalar <= 0x30FF:
        return KATAKANA, 0
    if 0x3400 <= scalar <= 0x9FFF or 0xF900 <= scalar <= 0xFAFF or 0x20000 <= scalar <= 0x3FFFF:
        return HAN, 0
    if 0xAC00 <= scalar <= 0xD7AF:
        return OTHER, HANGUL
    if scalar >= 0x1F000:
        return OTHER, EMOJI
    return OTHER, SYMBOL


def estimate(text: str) -> int:
    """The estimated number of tokens: one pass over the scalars, a few small integers of state."""
    total = 0
    word = 0  # what the word so far adds; a whole word adds one token at least
    letter = AFTER_NEWLINE  # the class of the last letter
    previous = START  # the kind of the last character that was not skipped
    last = -1
    run = 0  # how often the last character was repeated
    digits = 0
    for character in text:
        scalar = ord(character)
        run = run + 1 if scalar == last else 0
        last = scalar
        kind, detail = classify(scalar)
        if run >= 2 and SPACE <= kind <= GENERAL and kind != DIGIT:
            total += RUN_BLANK if kind <= NEWLINE else RUN_SIGN
            continue
        if kind == LETTER:
            if previous != LETTER:
                total += PAIRS[previous][LETTER]
                letter = AFTER[previous]
                word = 0
            word += ord(LETTERS[letter][detail]) - 59
            letter = detail
            if 0x41 <= scalar <= 0x5A or 0xC0 <= scalar <= 0xDE:
                total += CAPITAL
        else:
            if previous == LETTER:
                total += max(UNIT, word + ord(LETTERS[letter][END]) - 59)
            total += PAIRS[previous][kind]
            if kind == DIGIT:
                digits = digits + 1 if previous == DIGIT else 1
                if digits % 3 != 1:
                    total += DIGIT_MORE
            elif kind == OTHER:
                total += SCRIPTS[detail]
            elif run == 1 and kind <= GENERAL:
                total += SAME
        previous = kind
    if previous == LETTER:
        total += max(UNIT, word + ord(LETTERS[letter][END]) - 59)
    return max(1 if text else 0, (total + UNIT // 2) // UNIT)


# --- The real tokenizers ------------------------------------------------------------------------


def load_tokenizers() -> dict:
    """Name to a function that counts."""
    import tiktoken
    import tiktoken_ext.openai_public as openai_public
    from tokenizers import Tokenizer

    packages = Path(sysconfig.get_paths()["purelib"])
    litellm = packages / "litellm" / "litellm_core_utils" / "tokenizers"

    def parse(ranks: bytes) -> dict[bytes, int]:
        return {
            base64.b64decode(token): int(rank)
            for token, rank in (line.split() for line in ranks.splitlines() if line)
        }

    # litellm's rank files have the names of tiktoken's cache; their checksums say what they are.
    by_checksum = {}
    for file in litellm.iterdir():
        if len(file.name) == 40:
            ranks = file.read_bytes()
            by_checksum[hashlib.sha256(ranks).hexdigest()] = ranks
            # GPT-2's vocabulary is p50k_base without its last 24 tokens, which are runs of spaces.
            lines = ranks.splitlines(keepends=True)
            older = b"".join(line for line in lines if int(line.split()[1]) < 50256)
            by_checksum.setdefault(hashlib.sha256(older).hexdigest(), older)
    openai_public.load_tiktoken_bpe = lambda _, expected_hash: parse(by_checksum[expected_hash])

    qwen = "|".join(
        (
            r"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
            r"[^\r\n\p{L}\p{N}]?\p{L}+",
            r"\p{N}",
            r" ?[^\s\p{L}\p{N}]+[\r\n]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        )
    )
    tekken = json.loads((packages / "mistral_common" / "data" / "tekken_240911.json").read_text())
    settings = tekken["config"]
    size = settings["default_vocab_size"] - settings["default_num_special_tokens"]
    engines = {
        "cl100k_base": tiktoken.Encoding(**openai_public.cl100k_base()),
        "o200k_base": tiktoken.Encoding(**openai_public.o200k_base()),
        "qwen": tiktoken.Encoding(
            "qwen",
            pat_str=qwen,
            mergeable_ranks=parse(
                (packages / "dashscope" / "resources" / "qwen.tiktoken").read_bytes()
            ),
            special_tokens={},
        ),
        "mistral_tekken": tiktoken.Encoding(
            "mistral_tekken",
            pat_str=settings["pattern"],
            mergeable_ranks={
                base64.b64decode(entry["token_bytes"]): entry["rank"]
                for entry in tekken["vocab"][:size]
            },
            special_tokens={},
        ),
        "gpt2": tiktoken.Encoding(**openai_public.r50k_base()),
    }
    counters = {
        name: lambda text, e=engine: len(e.encode_ordinary(text))
        for name, engine in engines.items()
    }
    for name, file in (
        ("claude_2", "anthropic_tokenizer.json"),
        ("deepseek_v3", "deepseek_tokenizer.json"),
    ):
        engine = Tokenizer.from_file(str(litellm / file))
        counters[name] = lambda text, e=engine: len(e.encode(text, add_special_tokens=False).ids)
    order = (*MODERN, "deepseek_v3", "gpt2")
    return {name: counters[name] for name in order}


def package_versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        name: version(name)
        for name in ("litellm", "tiktoken", "tokenizers", "dashscope", "mistral-common")
    }


# --- What is measured ---------------------------------------------------------------------------


def body(prompt: str) -> str:
    """A prompt file without its front matter."""
    if prompt.startswith("---\n"):
        end = prompt.find("\n---\n", 3)
        if end >= 0:
            return prompt[end + 5 :]
    return prompt


def measured_texts() -> dict[str, str]:
    texts = {name: (SAMPLES / f"{name}.txt").read_text() for name in ("en", "es", "de", "ja")}
    for file in sorted((ROOT / "Prompts").glob("*.prompt")):
        texts[file.name.removesuffix(".prompt")] = body(file.read_text())
    return texts


# Strings that a port of `estimate` is likely to get wrong.
STRINGS = (
    "",
    " ",
    "\n",
    "\t",
    "a",
    "A",
    "é",
    "7",
    ".",
    "hello",
    " hello",
    "Hello, world!",
    "  two  blanks",
    "        indented\n    more\n\tand a tab",
    "one\n\n\ntwo\r\nthree\r\n\r\n",
    "-----",
    "--------------------",
    "=-=-=-=-",
    "wait... what?!?!!!",
    "don't, can\u2019t, I'LL",
    "1",
    "12",
    "123",
    "1234",
    "12345678901",
    "2026-02-24 08:15",
    "1,240.00 €",
    "50% of $38.50",
    "[MEMORY: the long walk]",
    "{{#if person.name}}\nName: {{person.name}}\n{{/if}}",
    '{"goal": "sleep", "scores": [1, 2, 3]}',
    "https://example.com/a/b?c=d&e=f#g",
    "snake_case camelCase SHOUTING",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "Donaudampfschifffahrtsgesellschaft",
    "Selbstwirksamkeitserwartung",
    "¿Cómo estás? ¡Muy bien!",
    "„Schön“, sagte er – und ging …",
    "cafe\u0301 na\u00efve",
    "Zażółć gęślą jaźń",
    "Tôi rất mệt hôm nay",
    "今日は疲れました。",
    "コーチング",
    "ｶﾞﾝﾊﾞﾙ　１２３",
    "日本語とEnglishの混在、2026年",
    "你好，今天怎么样？",
    "안녕하세요, 반갑습니다",
    "Привет, как дела?",
    "Ўзбек їжак",
    "Γειά σου",
    "שלום עולם",
    "مرحبا بالعالم",
    "नमस्ते दुनिया",
    "வணக்கம்",
    "สวัสดีครับ",
    "გამარჯობა",
    "🙂",
    "❤️ 👩‍👩‍👧 🏳️‍🌈",
    "great 🎉🎉 news",
    "a→b ≤ c",
    "½ × 2 = 1",
    "\u0000\u007f",
    "𠮷野家",
)


def main() -> None:
    counters = load_tokenizers()
    if len(sys.argv) > 1:
        texts = {name: body(Path(name).read_text()) for name in sys.argv[1:]}
    else:
        texts = measured_texts()
    counts = {}
    estimates = {}
    for name, text in texts.items():
        row = {tokenizer: count(text) for tokenizer, count in counters.items()}
        row["median"] = statistics.median(row[tokenizer] for tokenizer in MODERN)
        row["characters"] = len(text)
        counts[name] = row
        estimates[name] = estimate(text)

    width = max(len(name) for name in texts)
    columns = [*counters, "median", "estimate", "error"]
    print("Tokens; the error is the estimate's against the median of " + ", ".join(MODERN))
    print(" " * width, *(f"{column:>14}" for column in columns))
    for name, row in counts.items():
        values = [f"{row[column]:>14}" for column in (*counters, "median")]
        error = 100 * (estimates[name] / row["median"] - 1) if row["median"] else 0
        print(f"{name:<{width}}", *values, f"{estimates[name]:>14}", f"{error:>+13.1f}%")
    print("\nThe estimate's error against each tokenizer, in percent")
    print(" " * width, *(f"{column:>14}" for column in counters))
    for name, row in counts.items():
        errors = (
            100 * (estimates[name] / row[tokenizer] - 1) if row[tokenizer] else 0
            for tokenizer in counters
        )
        print(f"{name:<{width}}", *(f"{error:>+14.1f}" for error in errors))

    if len(sys.argv) == 1:
        write(
            SAMPLES / "counts.json",
            {"texts": counts, "modern": MODERN, "packages": package_versions()},
        )
        strings = [{"text": text, "estimate": estimate(text)} for text in STRINGS]
        write(SAMPLES / "estimates.json", {"texts": estimates, "strings": strings})


def write(file: Path, value: dict) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
