import ArgumentParser

/// A command that gathers others and does work of its own when none of them is called.
protocol GathersAndRuns: ParsableCommand {}
