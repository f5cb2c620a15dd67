import ArgumentParser

/// `protectctl simulate`
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run scenarios in memory, on a virtual clock."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws {}
}
