import EvalStatistics
import Foundation
package import TextAnalysis

/// How a ``DenseClassifier`` is trained.
package struct DenseTraining: Sendable {
  /// The number of units.
  package var units = 512
  /// The number of times that every vector is used.
  package var epochs = 20
  /// The number of vectors after which the weights change.
  package var batch = 64
  /// The share of the units that are left out at random, so that none relies on another.
  package var dropout: Float = 0.5
  /// The share of the numbers of a vector that are left out at random.
  package var inputDropout: Float = 0.2
  package var learningRate: Float = 0.001
  /// How fast weights shrink; see Loshchilov and Hutter, *Decoupled Weight Decay Regularization*, 2019.
  package var weightDecay: Float = 0.01
  /// The same seed gives the same classifier.
  package var seed: UInt64 = 1

  package init() {}

  /// Trains a classifier on vectors of which some belong to the class, with Adam (Kingma and Ba, 2015).
  ///
  /// - Parameter weights: How much each vector counts; 1 if `nil`.
  package func classifier(
    _ vectors: [[Float]], isInClass: [Bool], weights: [Float]? = nil
  ) -> DenseClassifier {
    let dimensions = vectors.first?.count ?? 0
    let (means, scales) = Moments.of(vectors)
    let inputs = vectors.map { vector in
      (0..<dimensions).map { (vector[$0] - means[$0]) * scales[$0] }
    }
    var random = SeededRandom(seed: seed)
    let spread = 1 / Float(max(1, dimensions)).squareRoot()
    var layer = AdamWeights(
      (0..<(dimensions * units)).map { _ in random.symmetric() * spread })
    var biases = AdamWeights([Float](repeating: 0, count: units))
    let outputSpread = 1 / Float(units).squareRoot()
    var outputs = AdamWeights((0..<(units + 1)).map { _ in random.symmetric() * outputSpread })
    outputs.values[units] = 0
    var order = Array(inputs.indices)
    for epoch in 0..<epochs {
      random.shuffle(&order)
      // The rate falls to zero, which makes the last steps an average.
      let rate = learningRate * (1 - Float(epoch) / Float(epochs))
      for start in stride(from: 0, to: order.count, by: batch) {
        let members = order[start..<min(start + batch, order.count)]
        step(
          members, of: inputs, isInClass, weights, &layer, &biases, &outputs, rate: rate,
          random: &random)
      }
    }
    return DenseClassifier(
      means: means, scales: scales, inputWeights: QuantizedWeights(layer.values),
      unitBiases: biases.values, outputWeights: Array(outputs.values.dropLast()),
      bias: outputs.values[units])
  }

  private func step(
    _ members: ArraySlice<Int>, of inputs: [[Float]], _ isInClass: [Bool], _ weights: [Float]?,
    _ layer: inout AdamWeights, _ biases: inout AdamWeights, _ outputs: inout AdamWeights,
    rate: Float, random: inout SeededRandom
  ) {
    let share = 1 / Float(members.count)
    for member in members {
      let input = inputs[member].map { number in
        inputDropout > 0 && random.unit() < inputDropout ? 0 : number / (1 - inputDropout)
      }
      var units = biases.values
      layer.values.withUnsafeBufferPointer { weights in
        units.withUnsafeMutableBufferPointer { units in
          for (place, number) in input.enumerated() where number != 0 {
            let row = place * units.count
            for unit in 0..<units.count { units[unit] += number * weights[row + unit] }
          }
        }
      }
      var kept = [Float](repeating: 0, count: units.count)
      var score = outputs.values[units.count]
      for unit in units.indices where units[unit] > 0 {
        guard random.unit() >= dropout else { continue }
        kept[unit] = 1 / (1 - dropout)
        score += units[unit] * kept[unit] * outputs.values[unit]
      }
      let error =
        (1 / (1 + exp(-score)) - (isInClass[member] ? 1 : 0)) * share * (weights?[member] ?? 1)
      outputs.gradient[units.count] += error
      var unitErrors = [Float](repeating: 0, count: units.count)
      for unit in units.indices where kept[unit] > 0 {
        outputs.gradient[unit] += error * units[unit] * kept[unit]
        unitErrors[unit] = error * outputs.values[unit] * kept[unit]
        biases.gradient[unit] += unitErrors[unit]
      }
      layer.gradient.withUnsafeMutableBufferPointer { gradient in
        unitErrors.withUnsafeBufferPointer { errors in
          for (place, number) in input.enumerated() where number != 0 {
            let row = place * errors.count
            for unit in 0..<errors.count { gradient[row + unit] += number * errors[unit] }
          }
        }
      }
    }
    layer.step(rate: rate, decay: weightDecay)
    biases.step(rate: rate, decay: 0)
    outputs.step(rate: rate, decay: weightDecay)
  }
}

/// Weights with what Adam remembers of their gradients.
private struct AdamWeights {
  var values: [Float]
  var gradient: [Float]
  private var first: [Float]
  private var second: [Float]
  private var firstPower: Float = 1
  private var secondPower: Float = 1

  init(_ values: [Float]) {
    self.values = values
    gradient = [Float](repeating: 0, count: values.count)
    first = gradient
    second = gradient
  }

  mutating func step(rate: Float, decay: Float) {
    firstPower *= 0.9
    secondPower *= 0.999
    let (firstShare, secondShare) = (1 / (1 - firstPower), 1 / (1 - secondPower))
    let shrink = 1 - rate * decay
    for place in values.indices {
      let slope = gradient[place]
      first[place] = 0.9 * first[place] + 0.1 * slope
      second[place] = 0.999 * second[place] + 0.001 * slope * slope
      let length = (second[place] * secondShare).squareRoot() + 1e-8
      values[place] = values[place] * shrink - rate * first[place] * firstShare / length
      gradient[place] = 0
    }
  }
}

extension SeededRandom {
  /// A number from 0 to 1, without 1.
  fileprivate mutating func unit() -> Float { Float(next() >> 40) / Float(1 << 24) }

  /// A number from −1 to 1.
  fileprivate mutating func symmetric() -> Float { 2 * unit() - 1 }

  fileprivate mutating func shuffle(_ order: inout [Int]) {
    for place in order.indices.dropFirst().reversed() {
      order.swapAt(place, position(below: place + 1))
    }
  }
}
