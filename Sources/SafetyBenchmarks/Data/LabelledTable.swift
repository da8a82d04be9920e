public import CoachModel
public import JSON
public import SourceFiles

/// Messages and conversations with what people said of them: what a measure holds a part of the product against.
///
/// Data comes in many shapes and is read as it is, so that nobody has to convert a set before it can be measured.
/// Nothing here, nor in an error about it, quotes a text: such sets may hold what people in danger wrote.
public struct LabelledTable: Sendable {
  /// Where something stands, in words that name no text.
  public struct Place: Sendable, Hashable {
    /// The beginning of the row.
    public var location: SourceLocation
    /// The number of the row in its file, from 1, column names not counted.
    public var row: Int
    /// What the data calls it; nil where it has no id.
    public var id: String?

    /// Creates a place.
    public init(location: SourceLocation, row: Int, id: String? = nil) {
      self.location = location
      self.row = row
      self.id = id
    }
  }

  /// One message.
  public struct Row: Sendable {
    /// What was said.
    public var text: String
    /// What people called it; nil where nobody did.
    public var label: String?
    /// What it is counted with, such as where it is from.
    public var group: String?
    /// A BCP 47 language tag, where the data says.
    public var language: String?
    /// What was said before it, the oldest first.
    public var history: [Message]
    /// All columns by name; texts of tables are strings.
    public var fields: [String: JSONValue]
    /// Where it stands.
    public var place: Place

    /// Creates a row.
    public init(
      text: String, label: String? = nil, group: String? = nil, language: String? = nil,
      history: [Message] = [], fields: [String: JSONValue] = [:], place: Place
    ) {
      self.text = text
      self.label = label
      self.group = group
      self.language = language
      self.history = history
      self.fields = fields
      self.place = place
    }
  }

  /// A message within a conversation.
  public struct Turn: Sendable, Hashable {
    /// Who said what.
    public var message: Message
    /// What people called it.
    public var label: String?
    /// Whether the topic changes with it.
    public var isSwitch: Bool

    /// Creates a turn.
    public init(_ message: Message, label: String? = nil, isSwitch: Bool = false) {
      self.message = message
      self.label = label
      self.isSwitch = isSwitch
    }
  }

  /// A conversation.
  public struct Session: Sendable {
    /// What was said, in order.
    public var turns: [Turn]
    /// What people called the conversation as a whole.
    public var label: String?
    /// What it is counted with.
    public var group: String?
    /// Where it stands.
    public var place: Place

    /// Creates a conversation.
    public init(turns: [Turn], label: String? = nil, group: String? = nil, place: Place) {
      self.turns = turns
      self.label = label
      self.group = group
      self.place = place
    }
  }

  /// The single messages.
  public var rows: [Row]
  /// The conversations.
  public var sessions: [Session]
  /// What was left out and why, for people.
  public var notes: [String]

  /// Creates a table of what is known already.
  public init(rows: [Row] = [], sessions: [Session] = [], notes: [String] = []) {
    self.rows = rows
    self.sessions = sessions
    self.notes = notes
  }
}

extension LabelledTable.Place {
  /// The file's name without its folders.
  var fileName: String { location.file.fileName }

  /// The place as data: `file`, `row`, `line`, `id`.
  var json: JSONObject {
    [
      "file": .string(fileName), "row": .integer(row), "line": .integer(location.line),
      "id": id.map { .string($0) } ?? .null,
    ]
  }
}
