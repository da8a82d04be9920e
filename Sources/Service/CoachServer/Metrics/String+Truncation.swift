#if Server
  extension String {
    /// Returns the beginning of a text that has at most this number of bytes, cut between two code
    /// points.
    func truncated(toBytes count: Int) -> String {
      guard utf8.count > count else { return self }
      var end = utf8.index(startIndex, offsetBy: count)
      while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
      return String(self[..<end])
    }
  }
#endif
