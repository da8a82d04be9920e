public import ArgumentParser
public import CoachModel

/// Age groups are values of options: `--age-group minor`.
extension AgeGroup: ExpressibleByArgument {}
