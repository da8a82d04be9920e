import ArgumentParser
import PromptEvals
import SafetyBenchmarks

/// The data of a measure: where it lies and how to read it.
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
    help: ArgumentHelp("The column with what people called it.", valueName: "name"))
  var labelColumn: String?

  @Option(
    help: ArgumentHelp(
      "The column with what it is counted with; source, kind, type, top_label and persona are recognised.",
      valueName: "name"))
  var groupColumn: String?

  @Option(
    help: ArgumentHelp(
      "Only rows with this value; repeat it for other values or columns.",
      valueName: "column=value"))
  var filter: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  /// The columns and filters that were named.
  func columns() throws -> TableColumns {
    TableColumns(
      text: textColumn, label: labelColumn, group: groupColumn,
      filters: try filter.map { text in try TableColumns.Filter(parsing: text) })
  }

  /// The data, with these labels recognised where none is named.
  func table(labels: [String] = TableColumns.usualLabels) throws -> LabelledTable {
    try LabelledTable(data, columns: columns(), labels: labels)
  }
}
