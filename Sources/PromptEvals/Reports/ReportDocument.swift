import Conversations
import LanguageModels

/// A report as the plain values that the HTML template shows.
struct ReportDocument {
  private let report: EvalReport

  init(_ report: EvalReport) {
    self.report = report
  }

  var values: JSONObject {
    let run = report.run
    var values: JSONObject = [
      "suite": .string(run.suite), "question": .string(run.question),
      "verdict": .string(report.verdict), "run": .string(run.id), "started": .string(run.started),
      "model": .string(run.model),
      "parameters": .string(JSONValue.object(run.parameters).text()),
      "suite_digest": .string(run.suiteDigest),
      "caveats": .array(report.caveats.map { .string($0) }),
      "sides": .array(report.sides.map(side)),
      "rows": .array(report.rows.map(row)),
      "transcripts": .array(transcripts),
      "is_comparison": .bool(run.variants.count > 1),
    ]
    values["price"] = run.price.map { .string($0.description) }
    values["variants"] = .array(
      run.variants.map { variant in
        [
          "id": .string(variant.id), "prompt": .string(variant.prompt),
          "digest": .string(variant.digest),
        ]
      })
    return values
  }

  private func side(_ side: EvalReport.SideSummary) -> JSONValue {
    [
      "id": .string(side.id), "is_reference": .bool(side.isReference),
      "samples": .integer(side.samples), "turns": .integer(side.turns),
      "failed": .integer(side.failedTurns), "limited": .integer(side.limitedTurns),
      "input": .string(Figures.count(side.usage?.input)),
      "cached": .string(Figures.count(side.usage?.cachedInput)),
      "output": .string(Figures.count(side.usage?.output)),
      "cost": .string(side.isReference ? "–" : Figures.dollars(side.cost)),
    ]
  }

  private func row(_ row: EvalReport.Row) -> JSONValue {
    let rates = report.sides.map { side -> JSONValue in
      let rate = row.rates[side.id]
      return [
        "text": .string(rate.map { Figures.percent($0.value) } ?? "–"),
        "percent": .string(Figures.decimal((rate?.value ?? 0) * 100, 1)),
        "has_value": .bool(rate != nil), "count": .integer(rate?.count ?? 0),
        "is_reference": .bool(side.isReference),
      ]
    }
    var values: JSONObject = [
      "grader": .string(row.grader), "summary": .string(row.summary), "rates": .array(rates),
    ]
    if let comparison = row.comparison {
      values["difference"] = .string(Figures.points(comparison.difference.value))
      values["interval"] = .string(Figures.interval(comparison.difference.interval))
      values["n"] = .integer(comparison.difference.count)
      values["p"] = .string(Figures.probability(comparison.p))
      values["adjusted"] = .string(Figures.probability(comparison.adjustedP))
      values["is_shown"] = .bool(comparison.isShown)
      values["plot"] = plot(comparison.difference)
    }
    return .object(values)
  }

  /// Positions on a line of 200 units that runs from -100 to +100 points.
  private func plot(_ difference: Estimate) -> JSONValue {
    func position(_ value: Double) -> JSONValue {
      .string(Figures.decimal(100 + max(-1, min(1, value)) * 100, 1))
    }
    let interval = difference.interval ?? difference.value...difference.value
    return [
      "at": position(difference.value), "low": position(interval.lowerBound),
      "high": position(interval.upperBound),
    ]
  }

  // MARK: Turns side by side

  /// Every transcript with the messages of the variants beside each other; messages on which the
  /// graders disagree come with a mark.
  private var transcripts: [JSONValue] {
    let variants = report.run.variants.map(\.id)
    let samples = Dictionary(
      grouping: report.run.samples.filter { !$0.isReference }, by: \.transcript)
    return samples.sorted { $0.key < $1.key }.map { id, samples in
      let columns = variants.compactMap { variant in samples.first { $0.side == variant } }
      let numbers = Set(columns.flatMap { $0.turns.map(\.number) }).sorted()
      let turns = numbers.map { turn($0, columns) }
      let whole = columns.map(whole)
      let wholeDiffers = Set(whole.map { $0["failures"] }).count > 1
      let differing = turns.count { $0["differs"] == true }
      return [
        "id": .string(id), "title": .string(columns.first?.title ?? ""),
        "turns": .array(turns), "count": .integer(turns.count),
        "differing": .integer(differing),
        "has_differing": .bool(differing > 0 || wholeDiffers),
        "whole": .array(whole), "whole_differs": .bool(wholeDiffers),
      ]
    }
  }

  private func turn(_ number: Int, _ columns: [EvalSample]) -> JSONValue {
    let failures = columns.map { sample in
      sample.grades.filter { $0.message == number && !$0.isPass }
    }
    let differs = Set(failures.map { Set($0.map(\.grader)) }).count > 1
    let turns = columns.map { sample in sample.turns.first { $0.number == number } }
    let cells = zip(zip(columns, turns), failures).map { column, failures -> JSONValue in
      let (sample, turn) = column
      return [
        "side": .string(sample.side), "text": .string(turn?.visibleText ?? ""),
        "has_error": .bool(turn?.error != nil), "error": .string(turn?.error ?? ""),
        "failures": .array(failures.map(failure)), "is_clean": .bool(failures.isEmpty),
      ]
    }
    let person = turns.compactMap { $0?.personBefore }.first
    return [
      "number": .integer(number), "person": .string(person ?? ""),
      "has_person": .bool(person != nil), "differs": .bool(differs), "cells": .array(cells),
    ]
  }

  /// The verdicts on a conversation as a whole.
  private func whole(_ sample: EvalSample) -> JSONValue {
    let grades = sample.grades.filter { $0.message == nil }
    let failures = grades.filter { !$0.isPass }
    return [
      "side": .string(sample.side), "failures": .array(failures.map(failure)),
      "passes": .array(grades.filter(\.isPass).map { .string($0.grader) }),
    ]
  }

  private func failure(_ grade: Grade) -> JSONValue {
    ["grader": .string(grade.grader), "reason": .string(grade.reason ?? "not met")]
  }
}
