import ProtectionModel
import SodiumCrypto

/// A connection to a relational database with the tables of ``TableDefinition``, in a transaction.
///
/// All that engines over such databases have in common stands in ``TableTransaction``, so that they
/// send the same statements; what differs is how they are sent.
package protocol TableConnection: AnyObject {
    /// Runs a statement that gives rows.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    func rows(_ statement: TableStatement, _ values: [TableValue]) throws -> [TableRow]

    /// Runs a statement that gives none, at the latest before the next one that does, or the
    /// commit.
    ///
    /// - Throws: ``ProtectionError`` of the engine, maybe that of a statement before.
    func run(_ statement: TableStatement, _ values: [TableValue]) throws

    /// Called in a transaction that may write, before it reads all zones of a database: until it
    /// ends nobody else may write who read them.
    func willRead(zonesOf database: DatabaseKey) throws

    /// Called before a database is dropped: until the transaction ends nobody else may write to it.
    func willDrop(_ database: DatabaseKey) throws
}

extension TableConnection {
    /// Nothing, for transactions that run one at a time.
    package func willRead(zonesOf database: DatabaseKey) throws {}

    /// Nothing, for transactions that run one at a time.
    package func willDrop(_ database: DatabaseKey) throws {}
}

/// A value in a row.
///
/// Texts are bytes of UTF-8: then no database has an opinion on their order, case or encoding, and
/// none takes a zero for their end.
package enum TableValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case bytes([UInt8])

    static func text(_ text: String) -> TableValue { .bytes(Array(text.utf8)) }

    static func text(_ text: String?) -> TableValue { text.map { .text($0) } ?? .null }

    /// What a name is found by: names that Swift takes for equal have equal keys.
    static func key(_ name: String) -> TableValue {
        let key = Array(TextFolding.canonical(name).utf8)
        // No database takes keys of any length; none of ours begins so.
        return .bytes(key.count > 1_024 ? [0xFF] + GenericHash.hash(of: key) : key)
    }
}

/// A row that a statement gave.
package struct TableRow: Sendable, Hashable {
    private let values: [TableValue]

    /// Puts together what a database gave.
    package init(_ values: [TableValue]) { self.values = values }

    /// Whether a column has no value.
    package func isNull(_ index: Int) -> Bool { index < values.count && values[index] == .null }

    /// The number in a column.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` for another value, which nobody
    ///   of ours put there.
    package func integer(_ index: Int) throws -> Int64 {
        guard index < values.count, case .integer(let number) = values[index] else {
            throw ProtectionError.damagedTables("a number is none")
        }
        return number
    }

    /// The bytes in a column.
    ///
    /// - Throws: as ``integer(_:)``.
    package func bytes(_ index: Int) throws -> [UInt8] {
        guard index < values.count, case .bytes(let bytes) = values[index] else {
            throw ProtectionError.damagedTables("a value is none")
        }
        return bytes
    }

    /// - Throws: as ``integer(_:)``.
    func text(_ index: Int) throws -> String {
        guard let text = String(validating: try bytes(index), as: UTF8.self) else {
            throw ProtectionError.damagedTables("a text is none")
        }
        return text
    }

    /// - Throws: as ``integer(_:)``.
    func time(_ index: Int) throws -> Timestamp {
        let rest = try integer(index + 1)
        guard (0..<1_000_000_000).contains(rest) else {
            throw ProtectionError.damagedTables("a time is none")
        }
        return Timestamp(seconds: try integer(index), nanoseconds: rest)
    }
}

extension ProtectionError {
    /// What stands in the tables was not written by an engine.
    static func damagedTables(_ reason: String) -> ProtectionError {
        ProtectionError(.authenticationFailure, "the records' database is damaged: \(reason)")
    }
}
