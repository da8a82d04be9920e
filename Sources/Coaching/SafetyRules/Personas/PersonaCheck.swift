/// A check on a persona's text, besides the phrases of the rules.
public enum PersonaCheck: String, Sendable, Hashable, CaseIterable {
  /// A field that exceeds its maximum length.
  case tooLong = "too_long"
  /// A field with too little text to mean anything.
  case tooShort = "too_short"
  /// Control characters, and line breaks in a name.
  case controlCharacters = "control_characters"
  /// Bidirectional control characters, with which a text is not displayed in the order in which it is read.
  case directionMarks = "direction_marks"
  /// Invisible characters inside a word, or several in a row.
  case invisibleCharacters = "invisible_characters"
  /// Private-use and replacement characters, and letters with four or more combining marks.
  case unreadableCharacters = "unreadable_characters"
  /// Letters of two scripts in one word: `pаypal` with a Cyrillic letter.
  case mixedScripts = "mixed_scripts"
  /// Symbols in the shape of letters: mathematical, full-width, circled.
  case styledLetters = "styled_letters"
  /// Base64, hexadecimal or binary digits, escapes, and words spelt letter by letter.
  case encodedText = "encoded_text"
  /// Syntax that the app reads as a reply tag: `[NAME`.
  case replyTag = "reply_tag"
  /// Syntax of a template engine: `{{`.
  case templateMark = "template_mark"
  /// Text that imitates another speaker: `system:`, `<|im_start|>`, `</persona>`.
  case roleMark = "role_mark"
  /// HTML elements, script addresses, images and code blocks.
  case markup
  /// The address of a website, with or without a scheme.
  case webAddress = "web_address"
  /// An email address, such as `name@example.com`.
  case mailAddress = "mail_address"
  /// A sequence of digits that could be a telephone number.
  case telephoneNumber = "telephone_number"
  /// An account name: `@name`.
  case accountName = "account_name"
  /// Phrases of a rule, disguised by lookalike letters, digits, spacing or invisible characters.
  case disguisedWords = "disguised_words"
  /// One rule broken in most of the fields, so that the persona is built on it.
  case wholePersona = "whole_persona"
}
