import Foundation

/// Logistic regression with a penalty on the squares of the weights.
package struct LogisticRegression: Sendable {
  /// How much the fit counts against the penalty: `½‖w‖² + cost · Σ loss`.
  package var cost: Float
  /// The fit ends when the gradient is this small compared to the weights.
  package var tolerance: Float

  /// Creates a regression with a cost of misfit.
  package init(cost: Float, tolerance: Float = 1e-4) {
    (self.cost, self.tolerance) = (cost, tolerance)
  }

  /// The weights of the columns, and the bias, which is not penalized.
  package struct Fit: Sendable {
    package var weights: [Float]
    package var bias: Float
  }

  /// Returns the fit to rows of which some belong to the class.
  ///
  /// - Parameter weights: How much each row counts; 1 if `nil`.
  package func fit(
    _ matrix: SparseMatrix, _ isInClass: [Bool], weights: [Float]? = nil
  ) -> Fit {
    let width = matrix.width
    let search = LBFGS(tolerance: tolerance)
    let point = search.minimum(from: [Float](repeating: 0, count: width + 1)) { point, gradient in
      var loss = 0.0
      point.withUnsafeBufferPointer { point in
        gradient.withUnsafeMutableBufferPointer { gradient in
          for place in 0..<width {
            gradient[place] = point[place]
            loss += Double(point[place] * point[place]) / 2
          }
          gradient[width] = 0
          for row in 0..<matrix.height {
            let score = matrix.product(row, point) + point[width]
            let margin = isInClass[row] ? score : -score
            let weight = cost * (weights?[row] ?? 1)
            // The loss is log(1 + exp(−margin)), written so that no exponential overflows.
            let excess = max(0, -Double(margin))
            loss += Double(weight) * (excess + log1p(exp(-abs(Double(margin)))))
            let slope = -1 / (1 + exp(margin)) * weight
            let signed = isInClass[row] ? slope : -slope
            matrix.add(row, times: signed, to: gradient)
            gradient[width] += signed
          }
        }
      }
      return loss
    }
    return Fit(weights: Array(point.dropLast()), bias: point[width])
  }
}
