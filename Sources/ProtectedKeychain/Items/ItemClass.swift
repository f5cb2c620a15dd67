/// What an item is; raw values are the platform's own (`SecItemConstants.c`).
package enum ItemClass: String, Sendable, Hashable, NamedWord {
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

    /// What an item with these attributes is called where people read of it.
    func subject(_ attributes: [String: ItemValue]) -> String {
        let account = attributes["acct"]?.text.map { " '\($0)'" } ?? ""
        let place = (attributes["svce"] ?? attributes["srvr"])?.text.map { " of '\($0)'" } ?? ""
        return "the keychain's \(name)\(account)\(place)"
    }
}

/// What has a word on the command line and in scenarios beside the platform's own.
package protocol NamedWord: CaseIterable {
    /// The word.
    var name: String { get }
}

extension NamedWord {
    /// The one with this word; nil for another.
    package init?(named name: some StringProtocol) {
        guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = known
    }
}
