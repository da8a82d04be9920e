/// Finds what can be recognised by its form: addresses and numbers, no names.
enum PersonalDataFinder {
  /// Earlier ones win where two overlap: the user of an e-mail address is no handle, and the digits of a
  /// card no telephone number.
  private static let detectors: [@Sendable (TextTokens) -> [PersonalDatum]] = [
    LinkDetector.find, EmailDetector.find, BankAccountDetector.find, PaymentCardDetector.find,
    NetworkAddressDetector.find, BirthDateDetector.find, PostalAddressDetector.find,
    PostcodeDetector.find, PhoneDetector.find, HandleDetector.find,
  ]

  /// All that is found, in the order of the text, without what is a stand-in already.
  static func find(in text: TextTokens) -> [PersonalDatum] {
    all(in: text).filter { !StandIns.isStandIn(text.text($0.range), for: $0.kind) }
  }

  /// All that is found, in the order of the text, stand-ins too.
  static func all(in text: TextTokens) -> [PersonalDatum] {
    var found: [PersonalDatum] = []
    for detector in detectors {
      for datum in detector(text) where !found.contains(where: { $0.range.overlaps(datum.range) }) {
        found.append(datum)
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
