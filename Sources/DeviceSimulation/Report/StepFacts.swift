import Documents
import ProtectedNotifications
import ProtectionModel

/// Facts about the outcome of a step, as they came or as they were expected.
package struct StepFacts: Sendable, Equatable, Encodable {
    private var values: [FactKey: FactValue] = [:]

    /// No facts.
    package init() {}

    /// The fact under a key; nil when there is none.
    package subscript(key: FactKey) -> FactValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// The keys that have a fact, in the order of ``FactKey``.
    package var keys: [FactKey] { FactKey.allCases.filter { values[$0] != nil } }

    /// The keys in which `got` falls short of these expectations, in the order of ``FactKey``.
    ///
    /// Only the keys given here are compared, except that an unexpected error is always one.
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

    /// Leaves out content that is not compared and would only fill a report.
    mutating func dropLargeContent(keeping expected: StepFacts) {
        guard case .number(let size) = self[.size], size > 4_096 else { return }
        for key in [FactKey.text, .hex] where expected[key] == nil { self[key] = nil }
    }

    /// Notes what is known about a file or folder.
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

extension StepFacts {
    /// Reads the `expect` of a step.
    ///
    /// - Throws: `DocumentFault` at the first key or word that is unknown or of the wrong type.
    init(_ node: DocumentNode) throws(DocumentFault) {
        self.init()
        var reader = try TextReader(node)
        for key in FactKey.allCases where key != .events {
            self[key] = try reader.optional(
                key.rawValue,
                as: TextKind { node throws(DocumentFault) in try FactValue(node, of: key) }
            )
        }
        try reader.finish()
    }
}

extension FactValue {
    /// Reads what is expected under a key, in the form in which outcomes have it.
    fileprivate init(_ node: DocumentNode, of key: FactKey) throws(DocumentFault) {
        switch key {
        case .error:
            self = .text(
                try node.word(
                    "an error code (\(ErrorCode.Kind.allCases.map(\.rawValue).sorted().joined(separator: ", ")))",
                    as: ErrorCode.Kind.self
                ).rawValue
            )
        case .hex: self = .text(StepFacts.hexadecimal(try node.hexadecimalBytes()))
        case .size: self = .number(try node.byteCount())
        case .count, .badge: self = .number(try node.count())
        case .protection: self = .text(try node.protection().name)
        case .userInfo: self = FactValue(try TextKind.userInfo.read(node))
        case .openedBy:
            self = .text(try node.word("app, browser or nothing", as: OpenerWord.self).rawValue)
        case .entries, .events, .shown, .notes, .responses, .offers: self = .list(try node.texts())
        case .state: self = .text(try node.lockState().rawValue)
        case .protectedDataAvailable: self = .flag(try node.bool())
        case .outcome: self = .text(try node.outcome())
        case .presentation: self = .list(try NotificationPresentation(node).words)
        case .text, .decision, .reason, .value, .sameAs, .differsFrom, .title:
            self = .text(try node.text())
        }
    }
}
