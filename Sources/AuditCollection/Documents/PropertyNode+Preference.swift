import AuditFacts
import Preferences

extension PropertyNode {
    /// The node of a value of a binary property list, whose parts all stand on line 1.
    ///
    /// Keys are sorted, because a binary list's order is nobody's choice.
    init(_ value: PreferenceValue) {
        self.init(Self.value(value), at: SourceSpan(.start))
    }

    private static func value(_ value: PreferenceValue) -> Value {
        switch value {
        case .boolean(let flag): .boolean(flag)
        case .integer(let number):
            Int64(exactly: number).map { .integer($0) } ?? .real(.init(number))
        case .real(let number): .real(number)
        case .string(let text): .string(text)
        case .date(let date): .date("\(date)")
        case .data(let bytes): .data(byteCount: bytes.count)
        case .array(let values): .array(values.map { PropertyNode($0) })
        case .dictionary(let entries):
            .dictionary(
                entries.sorted { $0.key < $1.key }.map {
                    PropertyEntry(key: $0.key, place: .start, value: PropertyNode($0.value))
                }
            )
        }
    }
}
