import FoundationEssentials
import ProtectionModel

/// Something that is kept as one JSON document.
protocol StoredDocument: Codable, Equatable, Sendable {
    /// The document's name in its folder.
    static var name: String { get }
    /// The folder it is in, which is `Identifiers` unless its type names another.
    static var folder: DocumentFolder { get }
    /// The class it is kept under.
    static var protection: ProtectionClass { get }
    /// What to do when it becomes too large.
    static var remedy: String { get }
    /// The version of the form; 1.
    var version: Int { get }
    /// Whether what was read can be true.
    var isConsistent: Bool { get }
    /// What holds when there is no document.
    init()
}

extension StoredDocument {
    static var folder: DocumentFolder { .identifiers }
    static var protection: ProtectionClass { .completeUntilFirstUserAuthentication }
    static var remedy: String { "remove an application first" }

    /// Its name among all documents.
    static func place() throws(ProtectionError) -> DocumentName {
        try DocumentName(name, in: folder)
    }
}

/// The version of a document, which is looked at before anything else in it.
package struct DocumentVersion: Decodable {
    /// What this program reads and writes.
    static let known = 1
    /// None of our documents is longer; a longer one is not read.
    package static let mostBytes = 16 << 20

    let version: Int

    /// A document of the form that this program knows; `wayOut` is what to do about a damaged one.
    ///
    /// - Throws: `unsupported-version`; `authentication-failure` for what is not a document of ours.
    package static func decode<Document: Decodable>(
        _ json: [UInt8],
        of name: String,
        wayOut: String = ProtectionError.eraseDevice
    ) throws(ProtectionError) -> Document {
        try check(json, of: name, wayOut: wayOut)
        do { return try JSONDecoder().decode(Document.self, from: Data(json)) } catch {
            throw ProtectionError(malformed: name, wayOut: wayOut)
        }
    }

    /// - Throws: `unsupported-version`; `authentication-failure` for what is not a document of ours.
    static func check(
        _ json: some DataProtocol,
        of name: String,
        wayOut: String = ProtectionError.eraseDevice
    ) throws(ProtectionError) {
        guard json.count <= mostBytes else {
            throw ProtectionError(malformed: name, wayOut: wayOut)
        }
        let found: Int
        do {
            found = try JSONDecoder().decode(Self.self, from: Data(json)).version
        } catch {
            throw ProtectionError(malformed: name, wayOut: wayOut)
        }
        guard found <= known else {
            throw ProtectionError(
                .unsupportedVersion,
                "'\(name)' has version \(found), and this program knows version \(known): use a "
                    + "newer program"
            )
        }
        guard found == known else { throw ProtectionError(malformed: name, wayOut: wayOut) }
    }
}

extension ProtectionError {
    /// What to do about a damaged document when nothing less helps.
    package static let eraseDevice = "erase the device"

    /// A document that is not as we write it.
    package init(malformed name: String, wayOut: String = eraseDevice) {
        self.init(
            .authenticationFailure,
            "'\(name)' is damaged and is left as it is: put back a copy, or \(wayOut)",
            cause: DamagedDocument(name)
        )
    }
}
