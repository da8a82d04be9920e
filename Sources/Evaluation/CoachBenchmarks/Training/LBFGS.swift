/// Minimizes a smooth function with the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno.
///
/// Nocedal and Wright, *Numerical Optimization*, algorithm 7.4, with a backtracking line search. It uses no random
/// numbers: the same function gives the same minimum.
struct LBFGS {
  /// The number of steps from which the curvature is estimated.
  var memory = 10
  var maximumIterations = 200
  /// The search ends when the gradient is this small compared to the point.
  var tolerance: Float = 1e-4

  /// Returns a minimum near a start. The function writes its gradient and returns its value.
  func minimum(
    from start: [Float], of function: (_ point: [Float], _ gradient: inout [Float]) -> Double
  ) -> [Float] {
    var point = start
    var gradient = [Float](repeating: 0, count: start.count)
    var value = function(point, &gradient)
    var steps: [(step: [Float], change: [Float], curvature: Float)] = []
    for _ in 0..<maximumIterations {
      guard norm(gradient) > tolerance * max(1, norm(point)) else { break }
      let direction = direction(gradient, steps)
      let slope = dot(direction, gradient)
      guard slope < 0 else { break }
      var length: Float = steps.isEmpty ? 1 / max(1, norm(gradient)) : 1
      var next = point
      var nextGradient = gradient
      var nextValue = value
      var isFound = false
      for _ in 0..<30 {
        for place in point.indices { next[place] = point[place] + length * direction[place] }
        nextValue = function(next, &nextGradient)
        if nextValue <= value + 1e-4 * Double(length * slope) {
          isFound = true
          break
        }
        length /= 2
      }
      guard isFound else { break }
      var step = next
      var change = nextGradient
      for place in point.indices {
        step[place] -= point[place]
        change[place] -= gradient[place]
      }
      let curvature = dot(step, change)
      if curvature > 1e-10 {
        steps.append((step, change, curvature))
        if steps.count > memory { steps.removeFirst() }
      }
      (point, gradient, value) = (next, nextGradient, nextValue)
    }
    return point
  }

  /// Returns the direction of the next step: the gradient times the estimated inverse of the curvature, negative.
  private func direction(
    _ gradient: [Float], _ steps: [(step: [Float], change: [Float], curvature: Float)]
  ) -> [Float] {
    var direction = gradient.map { -$0 }
    var shares: [Float] = []
    for (step, change, curvature) in steps.reversed() {
      let share = dot(step, direction) / curvature
      shares.append(share)
      add(change, times: -share, to: &direction)
    }
    if let last = steps.last {
      let scale = last.curvature / dot(last.change, last.change)
      for place in direction.indices { direction[place] *= scale }
    }
    for ((step, change, curvature), share) in zip(steps, shares.reversed()) {
      add(step, times: share - dot(change, direction) / curvature, to: &direction)
    }
    return direction
  }

  private func add(_ vector: [Float], times factor: Float, to target: inout [Float]) {
    for place in target.indices { target[place] += factor * vector[place] }
  }

  private func dot(_ left: [Float], _ right: [Float]) -> Float {
    var sum = 0.0
    for place in left.indices { sum += Double(left[place] * right[place]) }
    return Float(sum)
  }

  private func norm(_ vector: [Float]) -> Float { dot(vector, vector).squareRoot() }
}
