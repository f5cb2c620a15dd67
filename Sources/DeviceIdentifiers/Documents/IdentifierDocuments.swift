package import FoundationEssentials
import ProtectionModel

/// The documents about identifiers and consent, each under its class, which is C unless its type
/// names another.
struct IdentifierDocuments: Sendable {
    let store: any DocumentStore

    /// A document, or what holds without one.
    ///
    /// - Throws: `unsupported-version`, `authentication-failure`, and what the store can say.
    func read<Document: StoredDocument>(
        _ type: Document.Type
    ) throws(ProtectionError) -> Document {
        try Self.decode(try store.read(Document.place()))
    }

    /// Changes a document; it is written only when `change` made it another.
    ///
    /// - Throws: as ``read(_:)``, and what `change` throws; then all is as it was.
    func update<Document: StoredDocument, Result>(
        _ type: Document.Type,
        _ change: (inout Document) throws(ProtectionError) -> Result
    ) throws(ProtectionError) -> Result {
        try replace(Document.place(), as: Document.protection) { (old) throws(ProtectionError) in
            let before: Document = try Self.decode(old)
            var document = before
            let result = try change(&document)
            return (document == before ? old : try Self.storable(document), result)
        }
    }

    /// Replaces a document, whatever it says unless a newer program wrote it; nil stands for none.
    ///
    /// - Throws: `unsupported-version`, and what `make` throws; then all is as it was.
    func overwrite<Document: StoredDocument>(
        _ type: Document.Type,
        _ make: () throws(ProtectionError) -> Document?
    ) throws(ProtectionError) {
        try replace(Document.place(), as: Document.protection) { (old) throws(ProtectionError) in
            let document = try make()
            do throws(ProtectionError) {
                if let old { try DocumentVersion.check(old, of: Document.name) }
            } catch {
                guard error.code == .authenticationFailure else { throw error }
            }
            guard let document else { return (nil, ()) }
            return (try Self.storable(document), ())
        }
    }

    /// Removes a document, be it damaged.
    func remove<Document: StoredDocument>(_ type: Document.Type) throws(ProtectionError) {
        try store.remove(Document.place())
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
        try replace(DocumentName(name, in: .identifiers), as: protection, change)
    }

    private func replace<Result>(
        _ document: DocumentName,
        as protection: ProtectionClass,
        _ change: ([UInt8]?) throws(ProtectionError) -> ([UInt8]?, Result)
    ) throws(ProtectionError) -> Result {
        var result: Result?
        try store.update(document, as: protection) { (old) throws(ProtectionError) in
            let (new, answer) = try change(old)
            result = answer
            return new
        }
        guard let result else {
            throw ProtectionError(
                .internalError,
                "'\(document.name)' was said to be written and was not"
            )
        }
        return result
    }

    private static func decode<Document: StoredDocument>(
        _ bytes: [UInt8]?
    ) throws(ProtectionError) -> Document {
        guard let bytes else { return Document() }
        let document: Document = try DocumentVersion.decode(bytes, of: Document.name)
        guard document.isConsistent else { throw ProtectionError(malformed: Document.name) }
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
                "'\(Document.name)' would become larger than it may be: \(Document.remedy)"
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
    package static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
