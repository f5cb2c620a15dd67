import ArgumentParser
import ProtectedKeychain
import ProtectionModel
import SystemIO

/// Implements `protectctl keychain get`.
struct KeychainGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Write a password's secret to standard output, byte for byte."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var password: PasswordOptions

    func run() throws {
        var query = try password.query()
        query.returns = .data
        let found = try Session(global).keychain.matching(query)
        try found.first?.item?.secret?.withBytes { try HostStream.standardOutput.write($0) }
    }
}

/// Implements `protectctl keychain remove`.
struct KeychainRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove passwords; works in every lock state.",
        discussion: "Without --account it removes those of all accounts."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var password: PasswordOptions

    func run() throws { try Session(global).keychain.delete(password.query()) }
}
