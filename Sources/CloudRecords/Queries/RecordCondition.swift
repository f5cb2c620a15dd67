package import Documents

/// What a predicate demands of a record.
///
/// A field that a record lacks is neither equal nor unequal to anything: conditions on it, and
/// their negations, do not hold. So answers come from an index, too, in which such a record is not.
package indirect enum RecordCondition: Sendable, Hashable {
    /// How two values are compared.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        /// The same with both sides exchanged.
        var turned: Comparison {
            switch self {
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            case .equal, .unequal: self
            }
        }
    }

    /// Every record.
    case always
    /// All of them.
    case all([RecordCondition])
    /// The opposite.
    case not(RecordCondition)
    /// The field's value compared with another; texts without case.
    case compares(PredicateField, Comparison, PredicateConstant)
    /// The field's value, or one of those in its list, is one of these.
    case isOneOf(PredicateField, [PredicateConstant], isList: Bool)
    /// The field's value is one of these or lies between.
    case between(PredicateField, PredicateConstant, PredicateConstant)
    /// The text begins so; case counts.
    case beginsWith(PredicateField, String)
    /// The place is that near, in units of ``RecordLimits/distanceUnit``.
    case near(PredicateField, RecordLocation, distance: Double, isInclusive: Bool)
    /// The words of all searchable fields have one of these, or all.
    case words([String], areAllNeeded: Bool)
}

/// A field that a predicate names.
package struct PredicateField: Sendable, Hashable {
    /// The name.
    package let name: String
    /// Where it stands in the predicate.
    package let place: DocumentPlace

    /// What every record has, if it is that.
    package var system: SystemField? { SystemField(inPredicate: name) }
}

/// A value that a predicate compares fields with.
package struct PredicateConstant: Sendable, Hashable {
    /// The value.
    package let value: RecordValue
    /// A text without case.
    package let folded: String?

    init(_ value: RecordValue) {
        self.value = value
        folded = if case .string(let text) = value { TextFolding.withoutCase(text) } else { nil }
    }
}
