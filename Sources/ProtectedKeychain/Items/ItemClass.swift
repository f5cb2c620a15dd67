/// What an item is; raw values are the platform's own (`SecItemConstants.c`).
package enum ItemClass: String, Sendable, Hashable, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"

    /// The word of the command line and of scenarios.
    package var name: String {
        switch self {
        case .genericPassword: "generic-password"
        case .internetPassword: "internet-password"
        case .certificate: "certificate"
        case .key: "key"
        }
    }

    /// The class with this word; nil for another.
    package init?(named name: some StringProtocol) {
        guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = known
    }
}
