import LanguageModels

/// An image embedded in its URL: `data:image/png;base64,…` (RFC 2397).
///
/// Some protocols accept any URL, others require the media type and the bytes separately.
struct DataURL {
  var mediaType: String
  /// The bytes in base64, as in the URL.
  var content: String

  /// Parses a base64 data URL; nil for any other URL.
  init?(_ url: String) {
    guard url.utf8.starts(with: "data:".utf8), let comma = url.firstIndex(of: ",") else {
      return nil
    }
    let head = url[url.index(url.startIndex, offsetBy: 5)..<comma].split(separator: ";")
    guard head.last == "base64", let mediaType = head.first, mediaType.contains("/") else {
      return nil
    }
    self.mediaType = String(mediaType)
    content = String(url[url.index(after: comma)...])
  }
}

extension ModelError {
  /// Returns the error for an image that a protocol cannot transmit.
  static func image(_ url: String, refusedBy name: String) -> ModelError {
    ModelError(
      .invalidRequest, "\(name) takes no image from '\(url.prefix(40))'",
      advice: "give the image itself, as data:image/png;base64,…")
  }
}
