import FoundationEssentials
import ProtectionModel

/// The documents about identifiers, each under its class, which is C unless its type names another.
struct IdentifierDocuments: Sendable {
    let store: any DocumentStore

    /// A document, or what holds without one.
    ///
    /// - Throws: `unsupported-version`, `authentication-failure`, and what the store can say.
    func read<Document: StoredDocument>(
        _ type: Document.Type
    ) throws(ProtectionError) -> Document {
        try Self.decode(try bytes(of: Document.name))
    }

    /// Changes a document; it is written only when `change` made it another.
    ///
    /// - Throws: as ``read(_:)``, and what `change` throws; then all is as it was.
    func update<Document: StoredDocument, Result>(
        _ type: Document.Type,
        _ change: (inout Document) throws(ProtectionError) -> Result
    ) throws(ProtectionError) -> Result {
        try replace(Document.name, as: Document.protection) { (old) throws(ProtectionError) in
            let before: Document = try Self.decode(old)
            var document = before
            let result = try change(&document)
            return (document == before ? old : try Self.storable(document), result)
        }
    }

    /// The bytes of a document; nil when there is none.
    func bytes(of name: String) throws(ProtectionError) -> [UInt8]? {
        try store.read(DocumentName(name, in: .identifiers))
    }

    /// Replaces the bytes of a document by what `change` makes of them.
    func replace<Result>(
        _ name: String,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        _ change: ([UInt8]?) throws(ProtectionError) -> ([UInt8]?, Result)
    ) throws(ProtectionError) -> Result {
        var result: Result?
        try store.update(DocumentName(name, in: .identifiers), as: protection) {
            (old) throws(ProtectionError) in
            let (new, answer) = try change(old)
            result = answer
            return new
        }
        guard let result else {
            throw ProtectionError(.internalError, "'\(name)' was said to be written and was not")
        }
        return result
    }

    private static func decode<Document: StoredDocument>(
        _ bytes: [UInt8]?
    ) throws(ProtectionError) -> Document {
        guard let bytes else { return Document() }
        try DocumentVersion.check(bytes, of: Document.name)
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.isConsistent
        else { throw ProtectionError(malformed: Document.name) }
        return document
    }

    /// What could not be read back is not written.
    private static func storable<Document: StoredDocument>(
        _ document: Document
    ) throws(ProtectionError) -> [UInt8] {
        let bytes = try encode(document)
        guard document.isConsistent, bytes.count <= DocumentVersion.mostBytes else {
            throw ProtectionError(
                .noSpace,
                "'\(Document.name)' would become larger than it may be: remove an application first"
            )
        }
        return bytes
    }

    /// The names of all documents.
    func names() throws(ProtectionError) -> [String] {
        try store.names(in: .identifiers).map(\.name)
    }

    private static func encode(_ document: some StoredDocument) throws(ProtectionError) -> [UInt8] {
        do {
            return try [UInt8](JSONEncoder.sorted.encode(document))
        } catch {
            throw ProtectionError(.internalError, "\(error)")
        }
    }
}

extension JSONEncoder {
    /// Equal values become equal bytes.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
