import KeyManagement
package import SodiumCrypto

/// Statements on their way: as many messages as they need, of which the last is marked.
///
/// ```
/// mark  1   2 more follow, 3 the last
///           each: length 2, little-endian, statement
/// ```
package enum StatementMessages {
    private static let more: UInt8 = 2
    private static let last: UInt8 = 3
    private static let byteLimit = 60_000

    /// The messages of statements.
    package static func encode(_ statements: [[UInt8]]) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var writer = ByteWriter()
        for statement in statements {
            if writer.bytes.count + 2 + statement.count > byteLimit {
                messages.append([more] + writer.bytes)
                writer = ByteWriter()
            }
            writer.append(UInt16(statement.count))
            writer.append(statement)
        }
        return messages + [[last] + writer.bytes]
    }

    /// Puts the messages together again.
    package struct Reader {
        /// What came so far.
        package private(set) var statements: [[UInt8]] = []

        /// Nothing came yet.
        package init() {}

        /// Takes the next message.
        ///
        /// - Returns: whether it was the last.
        /// - Throws: `CryptoError.authenticationFailure` for what ``encode(_:)`` would not give, and for
        ///   more statements than a circle keeps.
        package mutating func read(_ message: [UInt8]) throws(CryptoError) -> Bool {
            var reader = ByteReader(message)
            guard let mark = reader.integer(UInt8.self), mark == more || mark == last,
                mark == last || reader.remaining > 0
            else { throw CryptoError(.authenticationFailure) }
            while reader.remaining > 0 {
                guard let count = reader.integer(UInt16.self),
                    (1...Statement.byteLimit).contains(Int(count)),
                    let statement = reader.bytes(Int(count)),
                    statements.count < Membership.statementLimit
                else { throw CryptoError(.authenticationFailure) }
                statements.append(statement)
            }
            return mark == last
        }
    }

    /// What two devices that have the same statements have in common: 32 bytes.
    static func digest(_ statements: [[UInt8]]) -> [UInt8] {
        GenericHash.hash(of: statements.flatMap { GenericHash.hash(of: $0) })
    }
}
