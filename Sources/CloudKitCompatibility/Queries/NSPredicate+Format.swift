import CloudRecords
public import Foundation

// Foundation on Linux reads no predicates. One from a format is kept there as a block, which tells
// what it was made from to whoever shows it a probe; no block of an app's own knows the probe.

/// What a predicate made from a format is asked with.
private final class PredicateProbe {
    var text: PredicateText?
}

extension NSPredicate {
    /// A predicate for a ``CKQuery``, which reads it: what is wrong with it the query says, where Apple's
    /// raises an exception here.
    ///
    /// It holds for no object: only a query knows what it means. `%@`, `%K`, `%d` and `%f` stand for the
    /// arguments.
    public convenience init(format predicateFormat: String, _ arguments: Any?...) {
        self.init(format: predicateFormat, argumentArray: arguments.map { $0 ?? NSNull() })
    }

    /// The same with the arguments in an array.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        nonisolated(unsafe) let arguments = arguments ?? []
        self.init { object, _ in
            guard let probe = object as? PredicateProbe else { return false }
            probe.text = PredicateText(format: predicateFormat, objects: arguments)
            return false
        }
    }
}

/// A predicate as text.
struct PredicateText {
    private(set) var format: String
    private(set) var arguments: [RecordValue] = []
    /// What stands for no value.
    private var refusal: String?

    fileprivate init(format: String, objects: [Any]) {
        self.format = format
        for object in objects {
            if let value = RecordValue(object) {
                arguments.append(value)
            } else {
                refusal = "a predicate's argument is of type \(type(of: object))"
            }
        }
    }

    private init(_ format: String, _ parts: [PredicateText] = []) {
        self.format = format
        arguments = parts.flatMap(\.arguments)
    }

    /// What a predicate was made from.
    ///
    /// - Throws: ``CKError`` with `invalidArguments`.
    init(_ predicate: NSPredicate) throws {
        if let compound = predicate as? NSCompoundPredicate {
            self = try Self.text(of: compound)
            return
        }
        let probe = PredicateProbe()
        let holds = predicate.evaluate(with: probe)
        if let text = probe.text {
            if let refusal = text.refusal { throw CKError(.invalidArguments, refusal) }
            self = text
            return
        }
        guard holds else {
            throw CKError(
                .invalidArguments,
                "a query takes predicates from NSPredicate(format:) and NSPredicate(value: true)"
            )
        }
        self.init("TRUEPREDICATE")
    }

    private static func text(of compound: NSCompoundPredicate) throws -> PredicateText {
        let parts = try compound.subpredicates.map { try PredicateText($0) }
        let texts = parts.map { "(\($0.format))" }
        switch compound.compoundPredicateType {
        case .not: return PredicateText("NOT " + texts.joined(), parts)
        case .and where texts.isEmpty: return PredicateText("TRUEPREDICATE")
        case .and: return PredicateText(texts.joined(separator: " AND "), parts)
        default: return PredicateText(texts.joined(separator: " OR "), parts)
        }
    }
}

/// What a sort descriptor of a query sorts by: key paths are all that Foundation on Linux has.
private struct SortProbe {
    subscript(field name: String) -> String { name }
}

extension NSSortDescriptor {
    /// Sorts the results of a ``CKQuery`` by a field.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \SortProbe[field: key ?? ""], ascending: ascending)
    }

    /// The name of the field.
    var recordKey: String? {
        (keyPath as? KeyPath<SortProbe, String>).map { SortProbe()[keyPath: $0] }
    }
}
