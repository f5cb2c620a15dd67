import DeviceIdentifiers
public import Foundation

/// What the declarations call that the plugin `DeviceFoundation` puts into a module: each of Foundation's
/// calls that name no file manager, for the container whose files are meant, else for the host.
///
/// A file belongs to the container in whose folder its path lies, whatever thread asks. What has no
/// path, such as `FileManager.default`, belongs to ``ApplicationContainer/current``.
public enum FoundationCalls {
    /// The calls of the file manager that serves a path: `asked`, if it is a container's, else that of the
    /// container in whose folder `path` or `other` lies.
    ///
    /// `call` says in the words of the source what is asked, for a path of a device that was thrown away.
    public static func files(
        _ asked: FileManager,
        at path: String,
        or other: String? = nil,
        call: String = #function
    ) -> any FileManagerCalls {
        manager(asked, serving: path, or: other, call: call)
    }

    static func manager(
        _ asked: FileManager? = nil,
        serving path: String,
        or other: String? = nil,
        call: String = #function
    ) -> ProtectedFileManager {
        if let asked = asked as? ProtectedFileManager, asked.servesOne { return asked }
        for path in [path, other].compactMap(\.self) {
            switch owner(of: path) {
            case .container(let container): return container.fileManager
            case .gone: noteEverywhere("\(call) \(path), of a device that was thrown away")
            case .host: break
            }
        }
        // A path of the host concerns no container, unless one is current that should not leave itself.
        return ApplicationContainer.current?.fileManager ?? .host
    }

    private static func owner(of path: String) -> CurrentContainers.Owner {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        return CurrentContainers.shared.owner(
            of: isAbsolute ? path : FileManager.default.currentDirectoryPath + "/" + path
        )
    }

    /// The file manager of the current container; the host's when there is none.
    static func currentManager(_ call: String) -> ProtectedFileManager {
        current(call)?.fileManager ?? .host
    }

    /// The current container; when a thread of no test asks while there are several, each is told.
    package static func current(_ call: String) -> ApplicationContainer? {
        if let container = ApplicationContainer.current {
            container.noteUse()
            return container
        }
        let count = CurrentContainers.shared.all.count
        if count > 1 {
            noteEverywhere(
                "\(call), on a thread that belongs to no test while \(count) devices are in use; "
                    + "give the suite the trait '.serialized'"
            )
        }
        return nil
    }

    /// Tells the caller's test; without one each that it may belong to.
    private static func noteEverywhere(_ call: String) {
        let containers = ApplicationContainer.bound.map { [$0] } ?? CurrentContainers.shared.all
        containers.forEach { $0.hostCalls.note(call) }
    }

    // MARK: Data and text

    /// `Data(contentsOf:options:)`; a URL that is not a file's is loaded as Foundation does.
    ///
    /// - Throws: `CocoaError`.
    public static func read(_ url: URL, options: Data.ReadingOptions = []) throws -> Data {
        guard url.isFileURL else { return try Data(contentsOf: url, options: options) }
        return try manager(serving: url.path).data(contentsOf: url, options: options)
    }

    /// `data.write(to:options:)`.
    ///
    /// - Throws: `CocoaError`.
    public static func write(
        _ data: Data,
        to url: URL,
        options: Data.WritingOptions = []
    ) throws {
        guard url.isFileURL else { return try data.write(to: url, options: options) }
        try manager(serving: url.path).write(data, to: url, options: options)
    }

    /// `String(contentsOf:encoding:)`.
    ///
    /// - Throws: `CocoaError` with `fileReadInapplicableStringEncoding` (261) for other bytes than text.
    public static func text(_ url: URL, encoding: String.Encoding) throws -> String {
        try String(read(url), of: url, encoding)
    }

    /// `String(contentsOf:usedEncoding:)`: the encoding that a byte order mark tells, else UTF-8.
    ///
    /// - Throws: as ``text(_:encoding:)``.
    public static func text(_ url: URL, usedEncoding: inout String.Encoding) throws -> String {
        let start = try read(url).prefix(4)
        let marks: [([UInt8], String.Encoding)] = [
            ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32),
            ([0xFF, 0xFE], .utf16), ([0xFE, 0xFF], .utf16),
        ]
        let encoding = marks.first { start.starts(with: $0.0) }?.1 ?? .utf8
        let text = try text(url, encoding: encoding)
        usedEncoding = encoding
        return text
    }

    /// `string.write(to:atomically:encoding:)`.
    ///
    /// - Throws: `CocoaError` with `fileWriteInapplicableStringEncoding` (517) for a text that the
    ///   encoding lacks.
    public static func write(
        _ text: String,
        to url: URL,
        atomically: Bool,
        encoding: String.Encoding
    ) throws {
        let data = try text.encoded(for: url, encoding)
        try write(data, to: url, options: atomically ? .atomic : [])
    }

    // MARK: What belongs to an app and has no path

    /// `FileManager.default`: one object for the life of the process, which serves the container that is
    /// current at each call.
    public static var fileManager: FileManager {
        _ = current("FileManager.default")
        return ProtectedFileManager.current
    }

    /// `Bundle.main.bundleIdentifier`: the application's; nothing else has one on Linux.
    public static func bundleIdentifier(of bundle: Bundle) -> String? {
        guard bundle == .main, let container = current("Bundle.main.bundleIdentifier") else {
            return bundle.bundleIdentifier
        }
        return container.application.description
    }

    /// `NotificationCenter.default`: that of the current container, where the two notifications of
    /// protected data are posted.
    public static var notificationCenter: NotificationCenter {
        current("NotificationCenter.default")?.notificationCenter ?? NotificationCenter.default
    }

    /// `NSHomeDirectory()`: the container's folder; nil for the host's.
    public static var homePath: String? { current("NSHomeDirectory()")?.root.path }

    /// `NSTemporaryDirectory()`, with a slash at the end as on Apple's systems; nil for the host's.
    public static var temporaryPath: String? {
        current("NSTemporaryDirectory()").map { $0.fileManager.temporaryDirectory.path + "/" }
    }

    /// `NSSearchPathForDirectoriesInDomains(_:_:_:)`; nil for the host's.
    public static func searchPaths(
        _ directory: FileManager.SearchPathDirectory,
        _ domains: FileManager.SearchPathDomainMask
    ) -> [String]? {
        current("NSSearchPathForDirectoriesInDomains(_:_:_:)")
            .map { $0.fileManager.urls(for: directory, in: domains).map(\.path) }
    }

    /// `URL.documentsDirectory` and its like.
    public static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        let manager = currentManager("URL.documentsDirectory and its like")
        return manager.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
    }

    /// `URL.temporaryDirectory`.
    public static var temporaryDirectory: URL {
        current("URL.temporaryDirectory")?.fileManager.temporaryDirectory ?? .temporaryDirectory
    }

    /// `URL.homeDirectory`.
    public static var homeDirectory: URL {
        current("URL.homeDirectory")?.root ?? .homeDirectory
    }

    /// `UserDefaults.standard`: one object for the life of the process, with the values of the container
    /// that is current at each call.
    public static var standardDefaults: UserDefaults { CurrentDefaults.ofApplication }

    /// `UserDefaults(suiteName:)`; nil, as with Apple's, for the app's own identifier and for a name that
    /// no domain can have.
    public static func defaults(suiteName: String?) -> UserDefaults? {
        guard let suiteName else { return CurrentDefaults.ofApplication }
        guard let container = current("UserDefaults(suiteName:)") else {
            return UserDefaults(suiteName: suiteName)
        }
        guard (try? container.sharedDefaults(suiteName: suiteName)) != nil else { return nil }
        return CurrentDefaults(suite: suiteName)
    }
}

/// Lets a convenience initializer of a class answer with an object of a subclass, as
/// `FileHandle(forReadingFrom:)` must for a file of a device.
///
/// For the declarations of the plugin `DeviceFoundation` alone.
public protocol SubstitutableObject {}

extension SubstitutableObject {
    /// Answers with another object of the class or of a subclass.
    public init(substitute: AnyObject) {
        guard let substitute = substitute as? Self else {
            preconditionFailure("a \(type(of: substitute)) cannot stand for a \(Self.self)")
        }
        self = substitute
    }
}

extension FileHandle: SubstitutableObject {}
extension InputStream: SubstitutableObject {}
extension OutputStream: SubstitutableObject {}
extension UserDefaults: SubstitutableObject {}
extension NSArray: SubstitutableObject {}
extension NSDictionary: SubstitutableObject {}
extension NSData: SubstitutableObject {}
