#if Server
  import CoachKit
  import Documents

  /// Something that a person decides about what is known of them.
  enum ProfileChange: Sendable, Hashable {
    case confirm(id: String)
    case remove(id: String)
    case edit(id: String, text: String)
    case add(ProfileCategory, text: String)
    /// "Yes, remember me": all proposals of discovery.
    case confirmDiscovery
    case dismissPattern(String)
    /// For a domain or in general; without a style, back to what is inferred.
    case chooseStyle(StylePreference?, domain: String?)
    case answer(Offer, OfferLog.Answer)
    case reflect(ReflectionKind, isAccepted: Bool)
    case nudges(NudgeFrequency?, quietDays: [Int]?)
    /// The nudge of a day was opened, or the last one.
    case openedNudge(CalendarDay?)
    /// The days on which a conversation signalled danger.
    case forgetDanger
    /// Another copy of the record, such as that of a second device.
    case merge(PersonRecord)

    /// Applies the change. Returns `false` if what it is about does not exist.
    func apply(to record: inout PersonRecord, at now: Double, on today: CalendarDay) -> Bool {
      switch self {
      case .confirm(let id): return record.confirm(id, at: now, on: today)
      case .remove(let id): return record.remove(id, at: now, on: today)
      case .edit(let id, let text): return record.edit(id, text: text, on: today)
      case .add(let category, let text): record.add(text, category: category, on: today)
      case .confirmDiscovery: record.confirmDiscovery(at: now, on: today)
      case .dismissPattern(let text): return record.dismissPattern(text, at: now, on: today)
      case .chooseStyle(let style, let domain): record.choose(style, in: domain)
      case .answer(let offer, let answer):
        record.offers.record(offer, answer, sessions: record.sessions.count, on: today)
      case .reflect(let kind, let isAccepted):
        record.answerReflection(kind, isAccepted: isAccepted, at: now, on: today)
      case .nudges(let frequency, let days):
        record.nudges.frequency = frequency ?? record.nudges.frequency
        record.nudges.quietDays = days.map { Set($0) } ?? record.nudges.quietDays
      case .openedNudge(let day): return record.openNudge(sentOn: day, at: now)
      case .forgetDanger: record.crises.delete(on: today)
      case .merge(let other): record = record.merged(with: other)
      }
      return true
    }

    static let form = JSONForm<ProfileChange>.variants(
      "a profile change", tag: "do",
      [
        JSONVariant("confirm", "id", .filledText) {
          if case .confirm(let id) = $0 { id } else { nil }
        } make: {
          .confirm(id: $0)
        },
        JSONVariant("remove", "id", .filledText) {
          if case .remove(let id) = $0 { id } else { nil }
        } make: {
          .remove(id: $0)
        },
        JSONVariant("edit", ItemText.members) {
          if case .edit(let id, let text) = $0 { ItemText(id: id, text: text) } else { nil }
        } make: {
          .edit(id: $0.id, text: $0.text)
        },
        JSONVariant("add", NewItem.members) {
          if case .add(let category, let text) = $0 {
            NewItem(category: category, text: text)
          } else {
            nil
          }
        } make: {
          .add($0.category, text: $0.text)
        },
        JSONVariant("confirm_discovery", .confirmDiscovery),
        JSONVariant("dismiss_pattern", "text", .filledText) {
          if case .dismissPattern(let text) = $0 { text } else { nil }
        } make: {
          .dismissPattern($0)
        },
        JSONVariant("choose_style", ChosenStyle.members) {
          if case .chooseStyle(let style, let domain) = $0 {
            ChosenStyle(style: style, domain: domain)
          } else {
            nil
          }
        } make: {
          .chooseStyle($0.style, domain: $0.domain)
        },
        JSONVariant("offer", OfferReply.members) {
          if case .answer(let offer, let answer) = $0 {
            OfferReply(offer: offer, answer: answer)
          } else {
            nil
          }
        } make: {
          .answer($0.offer, $0.answer)
        },
        JSONVariant("reflection", ReflectionAnswer.members) {
          if case .reflect(let kind, let isAccepted) = $0 {
            ReflectionAnswer(kind: kind, isAccepted: isAccepted)
          } else {
            nil
          }
        } make: {
          .reflect($0.kind, isAccepted: $0.isAccepted)
        },
        JSONVariant("nudges", NudgeSettings.members) {
          if case .nudges(let frequency, let days) = $0 {
            NudgeSettings(frequency: frequency, quietDays: days)
          } else {
            nil
          }
        } make: {
          .nudges($0.frequency, quietDays: $0.quietDays)
        },
        JSONVariant("nudge_opened", OpenedNudge.members) {
          if case .openedNudge(let day) = $0 { OpenedNudge(day: day) } else { nil }
        } make: {
          .openedNudge($0.day)
        },
        JSONVariant("forget_danger", .forgetDanger),
        JSONVariant("merge", "record", PersonRecord.document.form) {
          if case .merge(let record) = $0 { record } else { nil }
        } make: {
          .merge($0)
        },
      ])
  }

  private struct ItemText {
    var id: String
    var text: String

    static let members = JSONObjectForm<ItemText>(
      "an item's text", .required("id", \.id, .filledText), .required("text", \.text, .filledText)
    ) { ItemText(id: $0.id, text: $0.text) }
  }

  private struct NewItem {
    var category: ProfileCategory
    var text: String

    static let members = JSONObjectForm<NewItem>(
      "a new item", .required("category", \.category, .name(among: ProfileCategory.standard)),
      .required("text", \.text, .filledText)
    ) { NewItem(category: $0.category, text: $0.text) }
  }

  private struct ChosenStyle {
    var style: StylePreference?
    var domain: String?

    static let members = JSONObjectForm<ChosenStyle>(
      "a chosen style", .optional("style", \.style, StylePreference.members.form),
      .optional("domain", \.domain, .filledText)
    ) { ChosenStyle(style: $0.style, domain: $0.domain) }
  }

  private struct OfferReply {
    var offer: Offer
    var answer: OfferLog.Answer

    static let members = JSONObjectForm<OfferReply>(
      "an answer to an offer's question", .required("offer", \.offer, .choice),
      .required("answer", \.answer, .choice)
    ) { OfferReply(offer: $0.offer, answer: $0.answer) }
  }

  private struct ReflectionAnswer {
    var kind: ReflectionKind
    var isAccepted: Bool

    static let members = JSONObjectForm<ReflectionAnswer>(
      "an answer to a reflection", .required("kind", \.kind, .choice),
      .required("is_accepted", \.isAccepted, .bool)
    ) { ReflectionAnswer(kind: $0.kind, isAccepted: $0.isAccepted) }
  }

  private struct OpenedNudge {
    var day: CalendarDay?

    static let members = JSONObjectForm<OpenedNudge>(
      "an opened nudge", .optional("day", \.day, .day)
    ) { OpenedNudge(day: $0.day) }
  }

  private struct NudgeSettings {
    var frequency: NudgeFrequency?
    var quietDays: [Int]?

    static let members = JSONObjectForm<NudgeSettings>(
      "settings of nudges", .optional("frequency", \.frequency, .choice),
      .optional("quiet_days", \.quietDays, .list(.integer(from: 1, through: 7)))
    ) { NudgeSettings(frequency: $0.frequency, quietDays: $0.quietDays) }
  }
#endif
