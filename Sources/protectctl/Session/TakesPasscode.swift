import ArgumentParser

/// A command that reads a passcode, or gathers such: what it is given by mistake may be one, and is
/// never repeated.
protocol TakesPasscode: ParsableCommand {}
