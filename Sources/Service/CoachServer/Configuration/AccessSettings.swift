#if Server
  import CoachEngine
  import CoachKit
  import Documents

  extension AccessPolicy {
    /// Reads the limits on messages; those that are not set are the standard ones.
    init(_ reader: inout SettingsReader) {
      let standard = AccessPolicy.standard
      let paid = reader.integer(
        "access.paid_messages", default: standard.paidLimit, in: 1...1_000_000)
      let trial = reader.integer(
        "access.trial_messages", default: standard.trialLimit, in: 1...1_000_000)
      let days = reader.number("access.trial_days", in: 0.01...3_650)
      let grace = reader.number("access.renewal_grace_days", in: 0...60)
      let gentle = reader.integer(
        "access.gentle_percent", default: standard.gentlePercent, in: 1...100)
      let prominent = reader.integer(
        "access.prominent_percent", default: standard.prominentPercent, in: 1...100)
      if gentle > prominent {
        reader.report(
          "access.gentle_percent", "is more than 'access.prominent_percent', \(prominent)",
          hint: "the gentle notice comes first")
      }
      let windows = Self.windows(&reader)
      self =
        (try? AccessPolicy(
          paidLimit: paid, trialLimit: trial, trialLength: days.map { $0 * 86_400 },
          renewalGrace: grace.map { $0 * 86_400 }, rateWindows: windows,
          gentlePercent: gentle, prominentPercent: prominent)) ?? standard
    }

    /// The windows of a minute and of an hour.
    private static func windows(_ reader: inout SettingsReader) -> [RateWindow] {
      let names = [("access.messages_per_minute", 60.0), ("access.messages_per_hour", 3_600)]
      return zip(names, standard.rateWindows).map { name, window in
        let count = reader.integer(name.0, default: window.count, in: 1...100_000)
        return (try? RateWindow(count: count, seconds: name.1)) ?? window
      }
    }
  }

  extension AccessPrices {
    private static let key = "access.prices"
    fileprivate static let example =
      #"write {"trial": "$2.99/week for 3 days", "period": "$19.99/month"}"#

    /// Reads the prices: `trial` and `period`, or these by language.
    init(_ reader: inout SettingsReader) {
      guard let object = reader.object(Self.key, hint: Self.example) else {
        self.init()
        return
      }
      let isForAll = object.contains { ["trial", "period"].contains($0.key) }
      var words: [String: Words] = [:]
      for (name, value) in isForAll ? ["": .object(object)] : object {
        if !isForAll, !Self.isLanguage(name) {
          reader.report(
            Self.key, "has '\(name)', which is neither a price nor a language",
            hint: "write trial and period, or a language such as en with them below it")
        }
        words[name] = Words(value.object ?? [:], in: name, value, &reader)
      }
      self.init(byLanguage: words)
    }
  }

  extension AccessPrices.Words {
    fileprivate init(
      _ object: JSONObject, in language: String, _ value: JSONValue,
      _ reader: inout SettingsReader
    ) {
      self.init()
      func isText(_ value: JSONValue) -> Bool { !(value.string ?? "").isEmpty }
      let place = language.isEmpty ? "" : "for '\(language)' "
      guard value.object != nil, object.allSatisfy({ isText($0.value) }), !object.isEmpty,
        object.allSatisfy({ ["trial", "period"].contains($0.key) })
      else {
        reader.report(
          "access.prices",
          "\(place)must have 'period', and may have 'trial', each a text",
          hint: AccessPrices.example)
        return
      }
      guard object["period"] != nil else {
        reader.report(
          "access.prices", "\(place)is incomplete: a trial's price needs the period's",
          hint: "add 'period': what a person pays when the trial is over")
        return
      }
      trial = object["trial"]?.string
      period = object["period"]?.string
    }
  }
#endif
