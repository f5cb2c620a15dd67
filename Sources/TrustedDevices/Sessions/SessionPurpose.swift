package import ProtectionModel

/// What a session is for: both sides name the same, or there is none.
package struct SessionPurpose: Sendable, Hashable {
    /// 1 to 64 bytes of UTF-8.
    package let name: String

    /// Checks a name.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` unless it has 1 to 64 bytes.
    package init(_ name: String) throws(ProtectionError) {
        guard (1...64).contains(name.utf8.count) else {
            throw ProtectionError(.invalidArgument, "the purpose of a session has 1 to 64 bytes")
        }
        self.name = name
    }

    /// Behind their length.
    var bytes: [UInt8] { [UInt8(name.utf8.count)] + Array(name.utf8) }
}
