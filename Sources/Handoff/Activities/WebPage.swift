package import ProtectionModel

/// The address of a page that continues an activity: http or https, with a host.
package struct WebPage: Sendable, Hashable, CustomStringConvertible {
    private static let byteLimit = 8_192

    /// The address.
    package let description: String
    /// In lower case.
    package let host: String

    /// Checks an address.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for another scheme, without a host, with white space or
    ///   control characters, or more than 8,192 bytes.
    package init(_ text: String) throws(ProtectionError) {
        let lower = text.lowercased()
        let scheme = ["http://", "https://"].first { lower.hasPrefix($0) }
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        guard let scheme, isPlain, text.utf8.count <= Self.byteLimit else { throw .badPage }
        let authority = lower.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        // Whoever reads a name and a password for a host is led astray.
        guard !authority.contains("@") else { throw .badPage }
        let host =
            authority.first == "["
            ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard !host.isEmpty, host != "[]" else { throw .badPage }
        description = text
        self.host = String(host.last == "." ? host.dropLast() : host)
    }
}

extension ProtectionError {
    fileprivate static let badPage = ProtectionError(
        .invalidArgument,
        "the page of an activity is an address with http or https and a host"
    )
}
