package import CoachModel
package import Documents
package import SourceFiles

/// Messages and conversations with labels by people, to benchmark parts of the product against.
///
/// Data comes in many shapes and is read as it is, so that nothing has to be converted before it can be used. Neither
/// this type nor its errors quote a text: such data may hold what people in danger wrote.
package struct LabelledTable: Sendable {
  /// The location of a row, without any of its text.
  package struct Place: Sendable, Hashable {
    /// The start of the row.
    package var location: FileLocation
    /// The number of the row in its file, from 1, not counting column names.
    package var row: Int
    /// The id in the data; `nil` if there is none.
    package var id: String?

    /// Creates a location; without an id, rows are known by their number.
    package init(location: FileLocation, row: Int, id: String? = nil) {
      self.location = location
      self.row = row
      self.id = id
    }
  }

  /// A message that does not belong to a conversation.
  package struct Row: Sendable {
    /// The text of the message.
    package var text: String
    /// The label; `nil` if there is none.
    package var label: String?
    /// The group that the message is counted with, such as its origin; `nil` if there is none.
    package var group: String?
    /// The BCP 47 language tag; `nil` if the data has none.
    package var language: String?
    /// The messages before this one, oldest first.
    package var history: [Message]
    /// All columns by name; the values of CSV and TSV files are strings.
    package var fields: [String: JSONValue]
    /// The location of the row.
    package var place: Place

    /// Creates a message; only the text and the location are required.
    package init(
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

  /// A message in a conversation.
  package struct Turn: Sendable, Hashable {
    /// The message with its role.
    package var message: Message
    /// The label; `nil` if there is none.
    package var label: String?
    /// Whether the topic changes with this message.
    package var isSwitch: Bool
    /// Whether this message, with what was said before it, shows that somebody may not be safe.
    package var isDanger: Bool

    /// Creates a turn, by default without a label, a change of topic or danger.
    package init(
      _ message: Message, label: String? = nil, isSwitch: Bool = false, isDanger: Bool = false
    ) {
      self.message = message
      self.label = label
      self.isSwitch = isSwitch
      self.isDanger = isDanger
    }
  }

  /// A conversation with labels.
  package struct Session: Sendable {
    /// The messages in order, oldest first.
    package var turns: [Turn]
    /// The label of the conversation as a whole; `nil` if there is none.
    package var label: String?
    /// The group that the conversation is counted with; `nil` if there is none.
    package var group: String?
    /// All members of the conversation by name, without its turns.
    package var fields: [String: JSONValue]
    /// The location of the conversation.
    package var place: Place

    /// Creates a conversation from its turns, oldest first.
    package init(
      turns: [Turn], label: String? = nil, group: String? = nil,
      fields: [String: JSONValue] = [:], place: Place
    ) {
      self.turns = turns
      self.label = label
      self.group = group
      self.fields = fields
      self.place = place
    }
  }

  /// The messages that do not belong to a conversation, in file order.
  package var rows: [Row]
  /// The conversations, in file order.
  package var sessions: [Session]
  /// Notes for people on what was left out and why.
  package var notes: [String]

  /// Creates a table from data that is in memory already.
  package init(rows: [Row] = [], sessions: [Session] = [], notes: [String] = []) {
    self.rows = rows
    self.sessions = sessions
    self.notes = notes
  }
}

extension LabelledTable.Place {
  var fileName: String { location.file.fileName }

  /// The location as JSON: `file`, `row`, `line`, `id`.
  var json: JSONObject {
    [
      "file": .string(fileName), "row": .integer(row), "line": .integer(location.line),
      "id": id.map { .string($0) } ?? .null,
    ]
  }
}
