public import Foundation

/// What a library asks of a file manager, so that its users can hand in another.
public protocol Files {
    var temporaryDirectory: URL { get }
    func urls(
        for directory: FileManager.SearchPathDirectory,
        in domainMask: FileManager.SearchPathDomainMask
    ) -> [URL]
    func fileExists(atPath path: String) -> Bool
    func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool
    func contents(atPath path: String) -> Data?
    func createDirectory(
        at url: URL,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]?
    ) throws
    func removeItem(at URL: URL) throws
}
extension FileManager: Files {}

/// What can be written.
public protocol Writable {
    func write(to url: URL, options: Data.WritingOptions) throws
}
extension Data: Writable {}

/// A list that can be written.
public protocol WritableList {
    func write(toFile path: String, atomically useAuxiliaryFile: Bool) -> Bool
}
extension NSArray: WritableList {}

/// An open file.
public protocol Handle {
    func readToEnd() throws -> Data?
    func readDataToEndOfFile() -> Data
    func close() throws
}
extension FileHandle: Handle {}

/// What stores settings.
public protocol SettingsStore {
    func setValue(_ value: Any?, forKey key: String)
    func value(forKey key: String) -> Any?
}
extension UserDefaults: SettingsStore {}

/// What starts work.
public protocol Starter {
    func async(
        group: DispatchGroup?,
        qos: DispatchQoS,
        flags: DispatchWorkItemFlags,
        execute work: @escaping @Sendable @convention(block) () -> Void
    )
}
extension DispatchQueue: Starter {}

/// A library's store, which can be handed all that it uses.
public struct Library {
    let files: any Files
    let settings: any SettingsStore
    let folder: URL

    /// Takes Foundation's own where nothing is said.
    public init(
        files: any Files = FileManager.default,
        settings: any SettingsStore = UserDefaults(suiteName: "group.com.example") ?? .standard,
        folder: URL = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    ) {
        self.files = files
        self.settings = settings
        self.folder = folder
    }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// Writes a text and the list of names.
    public func save(_ text: String, as name: String) throws {
        let data: any Writable = Data(text.utf8)
        try data.write(to: url(name), options: .atomic)
        let names: any WritableList = NSArray(array: [name])
        guard names.write(toFile: url("names").path, atomically: true) else {
            throw CocoaError(.fileWriteUnknown)
        }
        settings.setValue(name, forKey: "last")
    }

    /// Nil where there is none.
    public func load(_ name: String) throws -> String? {
        guard files.fileExists(atPath: url(name).path) else { return nil }
        let handle: any Handle = try FileHandle(forReadingFrom: url(name))
        defer { try? handle.close() }
        return try handle.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name of what was saved last.
    public var last: String? { settings.value(forKey: "last") as? String }

    /// Removes a text.
    public func remove(_ name: String) throws { try files.removeItem(at: url(name)) }

    /// As a library has it that is compiled into its clients.
    @inlinable
    public static func text(of url: URL = .documentsDirectory) throws -> String {
        String(decoding: try Data(contentsOf: url), as: UTF8.self) + NSTemporaryDirectory()
    }
}
