/// Which identifier was read.
public enum IdentifierKind: Sendable, Hashable, CustomStringConvertible {
    /// The identifier for vendor.
    case vendor
    /// The advertising identifier.
    case advertising
    /// The application's own.
    case own
    /// The user's in a container.
    case user(container: String)
    /// What others may find of the user in a container.
    case discoverableUser(container: String)

    /// The word of the ledger: `vendor`, `advertising`, `own`, `user:` and `discoverable-user:` with
    /// the container.
    public var description: String {
        switch self {
        case .vendor: "vendor"
        case .advertising: "advertising"
        case .own: "own"
        case .user(let container): "user:\(container)"
        case .discoverableUser(let container): "discoverable-user:\(container)"
        }
    }

    init?(_ text: String) {
        // By bytes: a colon before a combining mark is one character with it.
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            .map { String(Substring($0)) }
        switch (parts.first, parts.dropFirst().first) {
        case ("vendor", nil): self = .vendor
        case ("advertising", nil): self = .advertising
        case ("own", nil): self = .own
        case ("user", let container?): self = .user(container: container)
        case ("discoverable-user", let container?): self = .discoverableUser(container: container)
        default: return nil
        }
    }
}
