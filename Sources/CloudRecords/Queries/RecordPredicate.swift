public import ProtectionModel
import Documents

/// Which records a query finds: the part of `NSPredicate`'s language that Apple's `CKQuery` takes.
///
///     try RecordPredicate("start > %@ AND name BEGINSWITH 'A'", [.date(now)])
///
/// It is evaluated here, and never becomes a part of another language.
public struct RecordPredicate: Sendable, Hashable {
    /// Bytes of the longest text that is read.
    package static let byteCount = 4 << 10

    /// The text that it was read from.
    public let text: String
    /// What stood for its `%@`.
    let arguments: [RecordValue]
    /// What it demands.
    package let condition: RecordCondition

    /// Holds for every record.
    public static let always = RecordPredicate(text: "TRUEPREDICATE", condition: .always)

    private init(text: String, condition: RecordCondition) {
        self.text = text
        self.condition = condition
        arguments = []
    }

    /// Reads a predicate; `%@` and its like stand for the arguments, in their order.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-predicate`, whose message begins with the
    ///   column, counted in bytes from 1, and whose cause is the `DocumentFault` with the place.
    public init(
        format text: String,
        _ arguments: [RecordValue] = []
    ) throws(ProtectionError) {
        self.text = text
        self.arguments = arguments
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.byteCount else {
            throw .malformed(
                DocumentFault("a predicate has at most \(Self.byteCount) bytes", at: .start)
            )
        }
        do {
            try ByteCursor.checkText(bytes)
            condition = try PredicateParser.read(bytes, arguments)
        } catch {
            throw .malformed(error)
        }
    }
}

extension ProtectionError {
    /// What is wrong with a predicate, and where.
    static func malformed(_ fault: DocumentFault) -> ProtectionError {
        ProtectionError(
            .malformedPredicate,
            "column \(fault.location.offset.map { $0 + 1 } ?? fault.location.column): "
                + fault.message,
            cause: fault
        )
    }
}
