import ProtectionModel
import Documents

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
        case .protection: self = .text(try node.protection().name)
        case .entries, .events: self = .list(try node.texts())
        case .state: self = .text(try node.lockState().rawValue)
        case .protectedDataAvailable: self = .flag(try node.bool())
        case .text, .decision, .reason, .value, .sameAs, .differsFrom:
            self = .text(try node.text())
        }
    }
}
