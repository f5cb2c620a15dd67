public import ArgumentParser
package import KeyManagement
public import ProtectionModel
package import SodiumCrypto

extension ProtectionClass: ExpressibleByArgument {
    /// Takes every name of a class.
    public init?(argument: String) {
        self.init(named: argument)
    }

    /// The long names.
    public static var allValueStrings: [String] { allCases.map(\.name) }
    /// The long name.
    public var defaultValueDescription: String { name }
}

extension DelayTable: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(named: argument)
    }

    package static var allValueStrings: [String] { allCases.map(\.name) }
    package var defaultValueDescription: String { name }
}

extension LockState: ExpressibleByArgument {}

extension ChunkCipherSuite: ExpressibleByArgument {
    package init?(argument: String) {
        switch argument {
        case "chacha20-poly1305": self = .chacha20Poly1305
        case "aes-256-gcm": self = .aes256GCM
        default: return nil
        }
    }

    package static var allValueStrings: [String] { ["chacha20-poly1305", "aes-256-gcm"] }
    package var defaultValueDescription: String {
        self == .chacha20Poly1305 ? "chacha20-poly1305" : "aes-256-gcm"
    }
}

/// The named costs of a passcode guess.
enum DerivationCost: String, ExpressibleByArgument, CaseIterable {
    case interactive, moderate, sensitive

    var cost: Argon2id.Cost {
        switch self {
        case .interactive: .interactive
        case .moderate: .moderate
        case .sensitive: .sensitive
        }
    }
}
