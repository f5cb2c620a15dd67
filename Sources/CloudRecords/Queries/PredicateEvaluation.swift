import Foundation
import ProtectionModel

/// Whether a predicate holds for a record, alike in every engine.
struct PredicateEvaluation {
    private let record: StoredRecord
    private let zone: RecordZoneID
    private let searchableFields: [String]
    private let unit: Double

    /// Looks at a record of a type.
    init(_ record: StoredRecord, in zone: RecordZoneID, of type: RecordType, unit: Double) {
        self.record = record
        self.zone = zone
        self.unit = unit
        searchableFields = type.searchableFields
    }

    /// Whether the condition holds; nil where the record has nothing to compare.
    func holds(_ condition: RecordCondition) -> Bool? {
        switch condition {
        case .always: true
        case .all(let conditions): conditions.allSatisfy { holds($0) == true }
        case .not(let condition): holds(condition).map { !$0 }
        case .compares(let field, let comparison, let constant):
            value(of: field).flatMap { compares($0, comparison, constant) }
        case .isOneOf(let field, let constants, isList: false):
            value(of: field).flatMap { isOneOf($0, constants) }
        case .isOneOf(let field, let constants, isList: true):
            values(of: field).map { $0.contains { isOneOf($0, constants) == true } }
        case .between(let field, let low, let high):
            value(of: field).map {
                compares($0, .greaterOrEqual, low) == true
                    && compares($0, .lessOrEqual, high) == true
            }
        case .beginsWith(let field, let text): beginsWith(field, text)
        case .near(let field, let place, let distance, let isInclusive):
            self.distance(of: field, to: place).map {
                isInclusive ? $0 <= distance : $0 < distance
            }
        case .words(let words, let areAllNeeded): has(words, areAllNeeded: areAllNeeded)
        }
    }

    /// The value of a field of the app's or of one that every record has.
    func value(of field: PredicateField) -> RecordValue? {
        guard let system = field.system else { return record.fields[field.name] }
        return record.value(of: system, in: zone)
    }

    private func values(of field: PredicateField) -> [RecordValue]? {
        if case .list(let values) = record.fields[field.name] { values } else { nil }
    }

    private func compares(
        _ value: RecordValue,
        _ comparison: RecordCondition.Comparison,
        _ constant: PredicateConstant
    ) -> Bool? {
        switch comparison {
        case .equal: return ValueOrder.areEqual(value, constant)
        case .unequal: return ValueOrder.areEqual(value, constant).map { !$0 }
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard let order = ValueOrder.order(value, constant) else { return nil }
            return switch comparison {
            case .less: order < 0
            case .lessOrEqual: order <= 0
            case .greater: order > 0
            default: order >= 0
            }
        }
    }

    private func isOneOf(_ value: RecordValue, _ constants: [PredicateConstant]) -> Bool? {
        constants.contains { ValueOrder.areEqual(value, $0) == true }
    }

    private func beginsWith(_ field: PredicateField, _ text: String) -> Bool? {
        guard case .string(let value)? = value(of: field) else { return nil }
        return value.utf8.starts(with: text.utf8)
    }

    private func has(_ words: [String], areAllNeeded: Bool) -> Bool {
        guard !words.isEmpty else { return false }
        var found: Set<String> = []
        for field in searchableFields {
            switch record.fields[field] {
            case .string(let text): found.formUnion(TextFolding.words(of: text))
            case .list(let values):
                for case .string(let text) in values {
                    found.formUnion(TextFolding.words(of: text))
                }
            default: break
            }
        }
        return areAllNeeded
            ? words.allSatisfy(found.contains) : words.contains(where: found.contains)
    }

    /// The distance on a sphere, by the haversine formula.
    private func distance(of field: PredicateField, to place: RecordLocation) -> Double? {
        guard case .location(let from)? = value(of: field) else { return nil }
        let radians = Double.pi / 180
        let south = from.latitude * radians
        let north = place.latitude * radians
        let height = sin((north - south) / 2)
        let width = sin((place.longitude - from.longitude) * radians / 2)
        let half = height * height + cos(south) * cos(north) * width * width
        return 2 * Self.earthRadius * asin(min(1, half.squareRoot())) / unit
    }

    /// Metres: the mean radius of the earth (IUGG).
    private static let earthRadius = 6_371_008.8
}

extension StoredRecord {
    /// The value of a field that every record has.
    func value(of field: SystemField, in zone: RecordZoneID) -> RecordValue {
        switch field {
        case .recordID: .reference(RecordReference(RecordID(name, in: zone)))
        case .created: .date(created)
        case .creator: .reference(RecordReference(RecordID(creator)))
        case .modified: .date(modified)
        case .modifier: .reference(RecordReference(RecordID(modifier)))
        case .changeTag: .string(tag)
        }
    }
}
