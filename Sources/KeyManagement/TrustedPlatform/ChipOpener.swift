/// How the chips are reached that a device names.
package struct ChipOpener: Sendable {
    /// Reaches none.
    package static let none = ChipOpener { throw TPMRefusal.notBuiltIn.error(of: $0) }

    private let opening: @Sendable (_ address: String) throws -> any TrustedPlatformModule

    /// Reaches chips by their addresses; `opening` throws `authentication-failure` for what is no
    /// way to reach one: it stands in a file.
    package init(
        _ opening: @escaping @Sendable (_ address: String) throws -> any TrustedPlatformModule
    ) {
        self.opening = opening
    }

    /// The chip at an address, which is asked for nothing yet.
    package func chip(at address: String) throws -> any TrustedPlatformModule {
        try opening(address)
    }
}
