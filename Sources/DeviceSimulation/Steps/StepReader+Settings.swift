import ContentRestrictions
import Preferences
import Documents

/// What is done with settings, and decided by them.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    func settingOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .setDefault:
            let key = try reader.required("key", as: .string)
            let value = try reader.required("value", as: .preference)
            let domain = try reader.optional("domain", as: .settingDomain) ?? .application
            return .setDefault(key, value, domain)
        case .check:
            let kind = try reader.required("kind", as: .mediaKind)
            let rating = try reader.optional("rating", as: .string)
            let region = try reader.optional("region", as: .string)
            return .check(
                RatedItem(
                    kind,
                    rating: rating.map { .label($0, region: region) },
                    isExplicit: try reader.optional("explicit", as: .bool)
                )
            )
        default: return nil
        }
    }
}

extension TextKind where Value == SettingDomain {
    fileprivate static var settingDomain: Self {
        Self { node throws(DocumentFault) in
            try node.word(
                "one of " + SettingDomain.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
    }
}

extension TextKind where Value == MediaKind {
    fileprivate static var mediaKind: Self {
        Self { node throws(DocumentFault) in
            try node.word("one of " + MediaKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
    }
}

extension TextKind where Value == PreferenceValue? {
    /// A value with the type that YAML gives it; nil, which removes the key, for null.
    fileprivate static var preference: Self {
        Self { node throws(DocumentFault) in node.isNull ? nil : try node.preference() }
    }
}

extension DocumentNode {
    /// A value with the type that YAML gives it, which is not null.
    func preference() throws(DocumentFault) -> PreferenceValue {
        switch content {
        case .scalar(let scalar):
            if scalar.isNull { throw expected("a value") }
            if scalar.isQuoted { return .string(scalar.text) }
            if let flag = try? bool() { return .boolean(flag) }
            if let integer = Int64(scalar.text) { return .integer(Int128(integer)) }
            return Self.real(scalar.text).map { .real($0) } ?? .string(scalar.text)
        case .sequence(let nodes):
            var values: [PreferenceValue] = []
            for node in nodes { values.append(try node.preference()) }
            return .array(values)
        case .mapping(let entries):
            var values: [String: PreferenceValue] = [:]
            for entry in entries { values[entry.key] = try entry.value.preference() }
            return .dictionary(values)
        case .integer, .real, .boolean, .date, .data: return PreferenceValue(self)
        }
    }

    /// A number of YAML 1.2's core schema (section 10.3.2): `.nan` and `.inf` are its words, and
    /// those of C are text.
    private static func real(_ text: String) -> Double? {
        switch text {
        case ".nan", ".NaN", ".NAN": return .nan
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
        case "-.inf", "-.Inf", "-.INF": return -.infinity
        default:
            guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else {
                return nil
            }
            return Double(text)
        }
    }
}
