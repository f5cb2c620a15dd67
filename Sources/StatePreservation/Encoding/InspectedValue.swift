import ProtectionModel
import FoundationEssentials

/// A value that is looked at before it is encoded, as is every value it encodes in turn.
///
/// Arrays, optionals, dictionaries and structures hand what is in them to their encoder one by one:
/// an encoder that looks at each finds a model object wherever it lies.
struct InspectedValue<Value: Encodable>: Encodable {
    let value: Value
    /// How many values this one lies in.
    let depth: Int

    func encode(to encoder: any Encoder) throws {
        guard !(value is any DataModelObject) else {
            throw ProtectionError(
                fault: .dataModelObject,
                "it contains an object of the data model: \(type(of: value))"
            )
        }
        // A cycle of objects has no end, and no reader takes more.
        guard depth <= 100 else {
            throw ProtectionError(fault: .notEncodable, "it is more than 100 levels deep")
        }
        if value is any EncodedAsIs {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        } else {
            try value.encode(to: InspectingEncoder(base: encoder, depth: depth))
        }
    }
}

extension InspectedValue {
    /// The JSON text of a value.
    static func text(of value: Value, forKey key: String) throws(ProtectionError) -> String {
        let encoder = JSONEncoder()
        // Equal values become equal bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let json = try encoder.encode(InspectedValue(value: value, depth: 0))
            return String(decoding: json, as: UTF8.self)
        } catch let error as ProtectionError {
            throw ProtectionError(
                error.code,
                "the value for the key '\(key)' is refused: \(error.message)",
                cause: error.cause
            )
        } catch {
            throw ProtectionError(
                fault: .notEncodable,
                "the value for the key '\(key)' cannot be encoded"
            )
        }
    }
}
