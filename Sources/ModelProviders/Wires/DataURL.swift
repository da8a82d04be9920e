import LanguageModels

/// An image that stands in its address: `data:image/png;base64,…` (RFC 2397).
///
/// Some protocols take any address, others want the type and the bytes apart.
struct DataURL {
  var mediaType: String
  /// The bytes in base64.
  var content: String

  /// Reads a data URL in base64; nil for any other address.
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
  /// The error for an image that a protocol cannot carry.
  static func image(_ url: String, refusedBy name: String) -> ModelError {
    ModelError(
      .invalidRequest, "\(name) takes no image from '\(url.prefix(40))'",
      advice: "give the image itself, as data:image/png;base64,…")
  }
}
