public import CoachModel

/// A report that an operator owes an authority or the public.
public struct ReportDuty: Sendable, Hashable {
  /// The content of an item of a report. The raw values are the words of files.
  public enum Figure: String, Sendable, Hashable, CaseIterable {
    /// How often people were referred to crisis services.
    case crisisReferrals = "crisis_referrals"
    /// How danger is detected, and what is done then.
    case detectionProtocol = "detection_protocol"
    /// The statements that a reply about danger may not contain.
    case replyProtocol = "reply_protocol"
    /// How well the detection is known to work, and from what.
    case measurement
  }

  /// An item that a law asks for.
  public struct Item: Sendable, Hashable {
    /// The content of the item.
    public var figure: Figure
    /// The question of the law, in our words.
    public var asks: String
    /// The section of the law.
    public var section: String

    /// Creates an item.
    public init(_ figure: Figure, asks: String, section: String) {
      self.figure = figure
      self.asks = asks
      self.section = section
    }
  }

  /// The office or the public to which the report goes.
  public var recipient: String
  /// When it is due, in words.
  public var due: String
  /// The first day of the time that reports cover, or on which the first is due, as the law has it.
  public var from: CalendarDay
  /// The items, in the order of the law.
  public var figures: [Item]
  /// The section of the law.
  public var section: String

  /// Creates a duty.
  public init(
    to recipient: String, due: String, from: CalendarDay, figures: [Item], section: String
  ) {
    self.recipient = recipient
    self.due = due
    self.from = from
    self.figures = figures
    self.section = section
  }
}

/// A task of the product, because a toolkit on a server cannot do it: a page, a setting, a check of age.
public struct AppDuty: Sendable, Hashable {
  /// The task, in a sentence for developers.
  public var text: String
  /// The first day on which it is due.
  public var from: CalendarDay
  /// The section of the law.
  public var section: String

  /// Creates a duty.
  public init(_ text: String, from: CalendarDay, section: String) {
    self.text = text
    self.from = from
    self.section = section
  }
}
