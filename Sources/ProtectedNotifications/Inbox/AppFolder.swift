import DeviceIdentifiers
import Foundation
import ProtectedStore
import ProtectionModel

/// Something about an app's notifications that is kept as one JSON document.
protocol NotificationDocument: Codable, Equatable {
    /// The document's name in the app's folder.
    static var name: String { get }
    /// The class it is kept under.
    static var protection: ProtectionClass { get }
    /// The version of the form; 1.
    var version: Int { get }
    /// What holds when there is no document.
    init()
}

/// What a device keeps of one app's notifications: a folder of documents, which is removed in one step.
struct AppFolder {
    let application: BundleIdentifier
    let files: FileStore
    let path: DevicePath

    /// The folder of an app in that of all notifications; it need not be there.
    init(_ application: BundleIdentifier, _ files: FileStore, in folder: DevicePath) throws {
        self.application = application
        self.files = files
        path = try folder.appending(application.description)
    }

    /// Whether the app was ever registered for anything.
    var isThere: Bool {
        get throws {
            do { return try files.kind(of: path) == .directory } catch {
                guard error.code == .notFound else { throw error }
                return false
            }
        }
    }

    /// Makes the folder, which is not there.
    func make() throws { try files.makeDirectory(path) }

    /// Names of all that is in it; none without a folder.
    func names() throws -> [String] {
        guard try isThere else { return [] }
        do { return try files.names(in: path) } catch {
            // The app is being uninstalled.
            guard error.code == .notFound else { throw error }
            return []
        }
    }

    /// A document, or what holds without one.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `authentication-failure`,
    ///   `unsupported-version`.
    func read<Document: NotificationDocument>(_ type: Document.Type) throws -> Document {
        try decoded(Document.name) ?? Document()
    }

    /// Writes a document in its class.
    func write<Document: NotificationDocument>(_ document: Document) throws {
        try write(document, as: Document.name, Document.protection)
    }

    /// Changes a document; it is written only when `change` made it another.
    func update<Document: NotificationDocument, Result>(
        _ type: Document.Type,
        _ change: (inout Document) throws -> Result
    ) throws -> Result {
        let before = try read(type)
        var document = before
        let result = try change(&document)
        if document != before { try write(document) }
        return result
    }

    /// A document of a name; nil when there is none.
    func decoded<Document: Decodable>(_ name: String) throws -> Document? {
        try Self.decoded(name, files, in: path)
    }

    /// Writes a document under a name.
    func write(_ document: some Encodable, as name: String, _ protection: ProtectionClass) throws {
        try Self.write(document, as: name, protection, files, in: path)
    }

    /// A document in a folder; nil when there is none.
    static func decoded<Document: Decodable>(
        _ name: String,
        _ files: FileStore,
        in folder: DevicePath
    ) throws -> Document? {
        let bytes: [UInt8]
        do { bytes = try files.read(try folder.appending(name)) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        return try DocumentVersion.decode(
            bytes,
            of: name,
            wayOut: ProtectionError.uninstallApplication
        )
    }

    /// Writes a document in a folder.
    ///
    /// - Throws: `ProtectionError` with `limit-exceeded` for one that would not be read again; then there is
    ///   what was there before.
    static func write(
        _ document: some Encodable,
        as name: String,
        _ protection: ProtectionClass,
        _ files: FileStore,
        in folder: DevicePath
    ) throws {
        let bytes = try Array(JSONEncoder.sorted.encode(document))
        guard bytes.count <= DocumentVersion.mostBytes else {
            throw ProtectionError(
                .limitExceeded,
                "'\(name)' would have \(bytes.count) bytes; \(DocumentVersion.mostBytes) are the most"
            )
        }
        try files.write(bytes, to: try folder.appending(name), as: protection)
    }

    /// Removes a document; nothing happens when there is none.
    func remove(_ name: String) throws {
        do { try files.remove(try path.appending(name)) } catch {
            guard error.code == .notFound else { throw error }
        }
    }
}

extension ProtectionError {
    /// What to do about damage in an app's notifications.
    static let uninstallApplication = "uninstall the application"
}
