import ProtectionModel
import StructuredText

extension StepFacts {
    /// Reads the `expect` of a step.
    ///
    /// - Throws: `TextError` at the first key or word that is unknown or of the wrong type.
    init(_ node: TextNode) throws(TextError) {
        self.init()
        var reader = try TextReader(node)
        for key in FactKey.allCases where key != .events {
            self[key] = try reader.optional(
                key.rawValue,
                as: TextKind { node throws(TextError) in try FactValue(node, of: key) }
            )
        }
        try reader.finish()
    }
}

extension FactValue {
    /// Reads what is expected under a key, in the form in which outcomes have it.
    fileprivate init(_ node: TextNode, of key: FactKey) throws(TextError) {
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
        case .protection: self = .text(try node.protection().name)
        case .entries, .events: self = .list(try node.texts())
        case .state: self = .text(try node.lockState().rawValue)
        case .protectedDataAvailable: self = .flag(try node.bool())
        case .text, .decision, .reason, .value, .sameAs, .differsFrom:
            self = .text(try node.text())
        }
    }
}
