import AuditFacts
import AuditPolicy

/// A field of a schema that is not encrypted, and whose name is sensitive by a vocabulary.
struct SensitiveField {
    /// The field.
    let field: SchemaFile.Field
    /// What the vocabulary says of its name.
    let match: VocabularyMatch

    /// Those of `type`, in the order of the text.
    ///
    /// Of a whole number, which may be a count, only a measure and the number of something tell
    /// something, of a date only a day of birth. Assets and
    /// references are left out, and what is encrypted before it is saved, as its name says.
    static func all(
        of type: SchemaFile.RecordType,
        _ vocabulary: Vocabulary
    ) -> [SensitiveField] {
        type.fields.compactMap { field in
            guard !field.isEncrypted, field.content != .pointer,
                let match = vocabulary.match(field.plainName),
                tells(field, match), !isHarmless(field, match)
            else { return nil }
            return SensitiveField(
                field: field,
                match: field.content == .bytes ? match.guessed : match
            )
        }
    }

    private static func tells(_ field: SchemaFile.Field, _ match: VocabularyMatch) -> Bool {
        switch field.content {
        case .text, .fraction, .bytes, .location: true
        case .integer:
            match.isMeasured
                || NameWords.words(of: match.term).last.map(numbered.contains) ?? false
        case .date: NameWords.words(of: match.term).contains { $0.hasPrefix("birth") }
        case .pointer: false
        }
    }

    /// Whether it tells where something is, as shops do too.
    var isPlace: Bool { ["latitude", "longitude", "gps"].contains(match.term) }

    /// Whether it was encrypted before, or is of a company.
    private static func isHarmless(_ field: SchemaFile.Field, _ match: VocabularyMatch) -> Bool {
        let words = NameWords.words(of: field.name)
        return !concealed.isDisjoint(with: words)
            || match.sensitivity == .personal && !companies.isDisjoint(with: words)
    }

    /// What terms of whole numbers end in: a phone number, a heart rate.
    private static let numbered: Set<String> = [
        "no", "number", "rate", "pressure", "glucose", "ssn",
    ]
    private static let companies: Set<String> = [
        "business", "company", "hotline", "merchant", "office", "shop", "support", "vendor",
    ]
    private static let concealed: Set<String> = [
        "encrypted", "sealed", "cipher", "ciphertext", "hashed", "masked", "redacted", "wrapped",
    ]
}

extension SchemaFile {
    /// What the names of types and fields begin with that Core Data mirrors.
    ///
    /// Source: Apple, "Reading CloudKit Records for Core Data".
    static let mirrorPrefix = "CD_"

    /// The name without the prefix of a mirror.
    static func plainName(_ name: String) -> String {
        name.hasPrefix(mirrorPrefix) ? String(name.dropFirst(mirrorPrefix.count)) : name
    }
}

extension SchemaFile.Field {
    /// Its name in the app.
    var plainName: String { SchemaFile.plainName(name) }
}

extension SchemaFile.RecordType {
    /// Its name in the app.
    var plainName: String { SchemaFile.plainName(name) }
}

extension AuditContext {
    /// The schemas that are audited, each type with whose eyes its records are for.
    var recordTypes: [(path: String, type: SchemaFile.RecordType, audience: RecordAudience)] {
        let schemas = facts.schemas.filter { audited.contains(facts.scope(of: $0.path)) }
        return schemas.flatMap { schema in
            schema.types.map { (schema.path, $0, audience.of($0)) }
        }
    }
}
