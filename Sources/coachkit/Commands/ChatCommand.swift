import ArgumentParser

struct ChatCommand: ParsableCommand { func run() throws {} }
