import ArgumentParser
import PromptEvals
import CoachBenchmarks

/// Options for the data of a measurement and for how to read it.
struct MeasureDataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A table (.csv, .tsv or .jsonl), or a folder with tables.", valueName: "path"))
  var data: String

  @Option(
    help: ArgumentHelp(
      "The column with the message; text, sentence, prompt, message, utterance_text and question are recognised.",
      valueName: "name"))
  var textColumn: String?

  @Option(
    help: ArgumentHelp("The column with the label.", valueName: "name"))
  var labelColumn: String?

  @Option(
    help: ArgumentHelp(
      "The column with the group; source, kind, type, top_label and persona are recognised.",
      valueName: "name"))
  var groupColumn: String?

  @Option(
    help: ArgumentHelp(
      "Only rows with this value; may be repeated for other values or columns.",
      valueName: "column=value"))
  var filter: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func columns() throws -> TableColumns {
    TableColumns(
      text: textColumn, label: labelColumn, group: groupColumn,
      filters: try filter.map { text in try TableColumns.Filter(parsing: text) })
  }

  /// Reads the data; `labels` are the names of columns that are recognised as labels if none is named.
  func table(labels: [String] = TableColumns.usualLabels) throws -> LabelledTable {
    try LabelledTable(data, columns: columns(), labels: labels)
  }
}
