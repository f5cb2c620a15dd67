import ArgumentParser
import ProtectedKeychain
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Implements `protectctl keychain add`.
struct KeychainAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a password; the secret comes from a file or standard input.",
        discussion: """
            Every byte of the file is the secret, a line feed at its end too. An item that exists \
            already is refused, status 73, unless --update is given.
            """
    )

    /// More than any password or key has.
    private static let byteLimit = 1 << 20

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var password: PasswordOptions
    @Option(help: ArgumentHelp("When it can be used.", valueName: "when"))
    var accessible: Choice<Accessibility>?
    @Flag(help: "Give an item that exists the new secret.")
    var update = false
    @Argument(
        help: ArgumentHelp("Where the secret is; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var file: String

    func run() throws {
        var query = try password.query()
        query.attributes["acct"] = query.attributes["acct"] ?? .text("")
        let secret = try readSecret()
        let keychain = try Session(global).keychain
        if update {
            var change = ItemChange()
            change.secret = secret
            change.access = accessible.map { ItemAccess($0.value) }
            do { return try keychain.update(query, change) } catch let error as ProtectionError {
                guard error.code == .notFound else { throw error }
            }
        }
        query.access = accessible.map { ItemAccess($0.value) }
        query.secret = secret
        _ = try keychain.add(query)
    }

    /// Into memory that is wiped, and nowhere else.
    private func readSecret() throws -> ItemSecret {
        if file == "-" { return try readSecret(HostStream.standardInput) }
        return try readSecret(HostStream.source(file))
    }

    private func readSecret(_ stream: borrowing HostStream) throws -> ItemSecret {
        var buffer = WipedBuffer(count: Self.byteLimit + 1)
        var count = 0
        while count < buffer.count {
            let end = buffer.count
            let more = try buffer.withMutableBytes(count..<end) { (bytes) throws(SystemError) in
                try stream.read(into: &bytes)
            }
            guard more > 0 else { break }
            count += more
        }
        guard count <= Self.byteLimit else {
            throw ToolError(.invalidArgument, "a secret has at most \(Self.byteLimit) bytes")
        }
        return buffer.withBytes(0..<count) { ItemSecret($0) }
    }
}

extension Accessibility: Vocabulary {
    static var vocabulary: [Accessibility] { allCases }

    var word: String { name }

    var meaning: String {
        switch self {
        case .whenUnlocked: "while unlocked"
        case .afterFirstUnlock: "from the first unlock on"
        case .always: "whenever the device is booted"
        case .whenUnlockedThisDeviceOnly: "while unlocked, on no other device"
        case .afterFirstUnlockThisDeviceOnly: "from the first unlock on, on no other device"
        case .alwaysThisDeviceOnly: "whenever the device is booted, on no other device"
        case .whenPasscodeSetThisDeviceOnly: "while unlocked, and gone with the passcode"
        }
    }

    init?(word: String) { self.init(named: word) }
}
