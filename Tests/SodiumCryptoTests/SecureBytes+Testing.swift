import SodiumCrypto

/// One arena for the suites that do not test the arena itself.
let testArena = SecureArena()

extension SecretGroup {
    static let first = SecretGroup(0)
    static let second = SecretGroup(1)
}

extension SecureBytes {
    /// A secret with the given contents.
    init(
        _ contents: [UInt8],
        group: SecretGroup = .first,
        arena: SecureArena = testArena
    ) throws(CryptoError) {
        try self.init(count: contents.count, group: group, arena: arena) { span in
            for (offset, byte) in contents.enumerated() {
                span.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            }
        }
    }

    /// `count` zero bytes to derive into.
    static func empty(_ count: Int) throws(CryptoError) -> SecureBytes {
        try SecureBytes(count: count, group: .first, arena: testArena)
    }

    /// A copy of the bytes, which only a test takes.
    func contents() throws(CryptoError) -> [UInt8] {
        try withBytes { span in span.withUnsafeBytes { [UInt8]($0) } }
    }
}
