/// What is looked for in a persona's text beside its meaning.
public enum PersonaCheck: String, Sendable, Hashable, CaseIterable {
  /// A field beyond its length.
  case tooLong = "too_long"
  /// A field that says nothing.
  case tooShort = "too_short"
  /// Characters that steer a terminal or end a line where none should end.
  case controlCharacters = "control_characters"
  /// Marks that turn the direction of what follows, so that it is read otherwise than it is shown.
  case directionMarks = "direction_marks"
  /// Characters without any width inside a word, or a text made of them.
  case invisibleCharacters = "invisible_characters"
  /// Characters that stand for nothing, and letters under heaps of marks.
  case unreadableCharacters = "unreadable_characters"
  /// Letters of two scripts in one word: `pаypal` with a Cyrillic letter.
  case mixedScripts = "mixed_scripts"
  /// Letters that are drawn as symbols: mathematical, full-width, in circles.
  case styledLetters = "styled_letters"
  /// Base64, hexadecimal or binary digits, escapes.
  case encodedText = "encoded_text"
  /// What the app reads as a tag: `[NAME`.
  case replyTag = "reply_tag"
  /// What a template engine reads: `{{`.
  case templateMark = "template_mark"
  /// What pretends that somebody else speaks: `system:`, `<|im_start|>`, `</persona>`.
  case roleMark = "role_mark"
  /// Elements, scripts, images and code.
  case markup
  /// An address of the web.
  case webAddress = "web_address"
  /// An address of mail.
  case mailAddress = "mail_address"
  /// A telephone number.
  case telephoneNumber = "telephone_number"
  /// An account: `@name`.
  case accountName = "account_name"
  /// Words that a rule knows, written so that a reader would not.
  case disguisedWords = "disguised_words"
  /// One rule broken all over the persona: it is built on it.
  case wholePersona = "whole_persona"
}
