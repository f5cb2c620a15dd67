import ProtectionModel

/// Facts about the outcome of a step, as they came or as they were expected.
package struct StepFacts: Sendable, Equatable, Encodable {
    private var values: [FactKey: FactValue] = [:]

    /// No facts.
    package init() {}

    /// The fact under a key; nil when nothing is said.
    package subscript(key: FactKey) -> FactValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// The keys something is said about, in the order of ``FactKey``.
    package var keys: [FactKey] { FactKey.allCases.filter { values[$0] != nil } }

    /// The keys in which `got` falls short of these expectations, in the order of ``FactKey``.
    ///
    /// Only the keys given here are compared, except that an error nobody expected is one.
    package func shortfalls(of got: StepFacts) -> [FactKey] {
        FactKey.allCases.filter { key in
            guard let expected = values[key] else { return key == .error && got[key] != nil }
            return got[key] != expected
        }
    }

    /// Writes the facts as an object.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FactKey.self)
        for key in keys {
            try container.encode(values[key], forKey: key)
        }
    }
}

extension StepFacts {
    /// Notes what was read; `text` only where the bytes are UTF-8.
    mutating func note(_ bytes: [UInt8]) {
        self[.size] = .number(UInt64(bytes.count))
        self[.hex] = .text(Self.hexadecimal(bytes))
        self[.text] = String(validating: bytes, as: UTF8.self).map { .text($0) }
    }

    /// Leaves out content that nobody compares and that would only fill a report.
    mutating func dropLargeContent(keeping expected: StepFacts) {
        guard case .number(let size) = self[.size], size > 4_096 else { return }
        for key in [FactKey.text, .hex] where expected[key] == nil { self[key] = nil }
    }

    /// Notes what can be told of a file or folder.
    mutating func note(_ protection: ProtectionClass, size: UInt64?) {
        self[.protection] = .text(protection.name)
        self[.size] = size.map { .number($0) }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
