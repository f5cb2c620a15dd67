public import DeviceIdentifiers
public import Foundation
import Preferences
public import ProtectedStore
import ProtectionModel
import Synchronization

/// An app's data container on a protected device, seen through Foundation's types.
///
/// ```swift
/// let container = try ApplicationContainer(device, at: folder, application: BundleIdentifier("com.example.app"))
/// let notes = NoteStore(fileManager: container.fileManager)     // the app's own code, unchanged
/// try data.write(to: url, options: .completeFileProtection, on: container)
/// ```
///
/// The device's root is seen under a folder of the host, in which only names are kept, never content.
/// One container serves one device; the device may have other users.
public final class ApplicationContainer: Sendable {
    /// Posted before class A and B go, at a lock; observers may still read and write.
    ///
    /// The name is that of `UIApplication.protectedDataWillBecomeUnavailableNotification`. (Apple, UIKit.)
    public static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable"
    )
    /// Posted after an unlock.
    ///
    /// The name is that of `UIApplication.protectedDataDidBecomeAvailableNotification`. (Apple, UIKit.)
    public static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable"
    )

    /// The device.
    public let device: any ProtectedDevice
    /// The folder of the host under which the device's root has its paths.
    public let root: URL
    /// Whose container it is.
    public let application: BundleIdentifier
    /// Serves the device's files.
    public let fileManager: ProtectedFileManager
    /// Where the two notifications are posted, with the container as their object.
    public let notificationCenter: NotificationCenter
    private let identifiers: @Sendable () throws -> IdentifierService?
    let items: ContainerItems
    private let mirror: NameMirror
    let hostCalls = HostCalls()
    /// What code for which this container is current has started beside itself.
    public let work = PendingWork()
    private let workScope = Mutex<(@Sendable (() -> Void) -> Void)?>(nil)
    private let openDefaults = OpenDefaults()
    private let observation = Mutex<DeviceObservation?>(nil)

    /// Opens a container, and makes the folders an app finds at its first launch where they are missing.
    ///
    /// - Parameters:
    ///   - device: a device that is on; files of any class may be closed.
    ///   - folder: an empty folder of the host, or one that does not exist, for the names of files. Its
    ///     path is what the app sees.
    ///   - application: whose identifier for vendor and defaults are given.
    ///   - identifiers: the device's identifiers, where the application is installed, asked for at each
    ///     use: `try device.identifiers`; without them ``identifierForVendor`` is refused.
    ///   - notificationCenter: where to post.
    /// - Throws: `ProtectionError` with `device-off`, `invalid-argument` for a folder that has something in
    ///   it; `CocoaError` for one that cannot be made.
    public init(
        _ device: any ProtectedDevice,
        at folder: URL,
        application: BundleIdentifier,
        identifiers: @escaping @autoclosure @Sendable () throws -> IdentifierService? = nil,
        notificationCenter: NotificationCenter = .default
    ) throws {
        self.device = device
        self.application = application
        self.identifiers = identifiers
        self.notificationCenter = notificationCenter
        let paths = try Self.paths(at: folder)
        root = URL(fileURLWithPath: paths.root, isDirectory: true)
        let openDefaults = openDefaults
        mirror = NameMirror(paths, of: device) { openDefaults.flush() }
        items = ContainerItems(
            device: device,
            paths: paths,
            mirror: mirror,
            hostCalls: hostCalls
        )
        fileManager = ProtectedFileManager(.container(items))
        try mirror.start()
        try Self.makeFolders(on: device)
        let events = device.observe { [weak self] in self?.post($0) }
        observation.withLock { $0 = events }
        CurrentContainers.shared.add(self, roots: [paths.root, paths.resolvedRoot])
    }

    /// Says what work that is handed to queues and threads runs in, besides this container's being current.
    package func setWorkScope(_ scope: @escaping @Sendable (() -> Void) -> Void) {
        workScope.withLock { $0 = scope }
    }

    /// Runs work that was handed to a queue or thread.
    func run(_ work: () -> Void) {
        guard let scope = workScope.withLock({ $0 }) else { return whileCurrent(work) }
        scope { whileCurrent(work) }
    }

    private static func paths(at folder: URL) throws -> ContainerPaths {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty else {
            throw ProtectionError(
                .invalidArgument,
                "'\(folder.path)' is not empty: the names of a device's files need a folder of their own"
            )
        }
        return ContainerPaths(root: folder.path, resolved: folder.resolvingSymlinksInPath().path)
    }

    private static func makeFolders(on device: any ProtectedDevice) throws {
        let files = try device.files
        for name in ContainerFolder.made {
            let path = try DevicePath("/" + name)
            do { try files.makeDirectory(path) } catch {
                guard error.code == .alreadyExists else { throw error }
            }
        }
    }

    /// Stores what was set in defaults and is still gathered, as at the end of a process.
    package func synchronizeDefaults() { openDefaults.flush() }

    private func post(_ event: DeviceEvent) {
        switch event.kind {
        case .willBecomeUnavailable:
            openDefaults.flush()
            notificationCenter.post(
                name: Self.protectedDataWillBecomeUnavailableNotification,
                object: self
            )
        case .didBecomeAvailable:
            notificationCenter.post(
                name: Self.protectedDataDidBecomeAvailableNotification,
                object: self
            )
        default: break
        }
    }

    /// Whether files of the strict classes can be used: false from the lock on, also for class C files
    /// that can be read.
    ///
    /// (Apple, `UIApplication.isProtectedDataAvailable`.) A device that cannot be asked counts as having none.
    public var isProtectedDataAvailable: Bool {
        (try? device.isProtectedDataAvailable) ?? false
    }

    /// The identifier for vendor; nil before the first unlock: try again later.
    ///
    /// (Apple, `UIDevice.identifierForVendor`.)
    ///
    /// - Throws: `ProtectionError` with `not-found` when the application is not installed, or the
    ///   container has no identifiers; what the device answers, such as `device-off`.
    public var identifierForVendor: UUID? {
        get throws(ProtectionError) {
            do {
                guard let identifiers = try identifiers() else {
                    throw ProtectionError(
                        .notFound,
                        "this container was opened without identifiers"
                    )
                }
                return try identifiers.vendorIdentifier(for: application)
            } catch {
                let error = error as? ProtectionError ?? ProtectionError(error, path: nil)
                guard error.code == .protectedDataUnavailable else { throw error }
                return nil
            }
        }
    }

    /// The application's defaults as `UserDefaults` has them on iOS, under the container's class.
    ///
    /// While that class cannot be opened, class C before the first unlock, reads find what is registered,
    /// and writes are seen by this object alone and are never stored. What configuration profiles force is
    /// not among them.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a suite that is not the name of a domain, or is
    ///   the application's own.
    public func userDefaults(
        suiteName: String? = nil
    ) throws(ProtectionError)
        -> ProtectedUserDefaults
    {
        let own = try DefaultsDomain(application.description)
        let domain = try suiteName.map { (name) throws(ProtectionError) in
            try DefaultsDomain(name)
        }
        guard domain != own else {
            throw ProtectionError(
                .invalidArgument,
                "'\(own)' is the application's own domain: leave the suite's name out"
            )
        }
        let store = DefaultsStore(
            try .init(domain ?? own),
            in: device.documents,
            protection: (try? device.files.unreportedMetadata(of: .root).protection)
                ?? .completeUntilFirstUserAuthentication,
            whenUnreadable: .keepInProcess
        )
        guard let defaults = ProtectedUserDefaults(store, notificationCenter) else {
            throw ProtectionError(.internalError, "Foundation could not make the defaults")
        }
        openDefaults.add(defaults)
        return defaults
    }

    /// The application's defaults, or a suite's: the same object each time, as `UserDefaults.standard` is.
    ///
    /// - Throws: as ``userDefaults(suiteName:)``.
    func sharedDefaults(suiteName: String? = nil) throws(ProtectionError) -> ProtectedUserDefaults {
        try openDefaults.shared(suiteName ?? "") { () throws(ProtectionError) in
            try userDefaults(suiteName: suiteName)
        }
    }

    /// The device's path of a file's URL; nil for a URL outside the container.
    public func devicePath(of url: URL) -> DevicePath? {
        guard case .device(let path)? = try? items.place(of: url.path) else { return nil }
        return path
    }

    /// The URL of a file of the device.
    public func url(of path: DevicePath) -> URL {
        URL(fileURLWithPath: items.paths.hostPath(of: path))
    }

    /// Files that were written under the container's root past the device, with Foundation's own
    /// `write(to:)` or a call of the system: they lie in the clear on the host.
    public var writtenPastDevice: [DevicePath] { mirror.strays() }

    /// Whether the names on the host are those of the device's files; false after the host refused a
    /// change, until ``refreshNames()``.
    public var hasCurrentNames: Bool { !mirror.isStale }

    /// Makes the names on the host anew, as after a crash of the device or when the host's disk was full.
    ///
    /// - Throws: `ProtectionError` with `device-off`; `CocoaError`.
    public func refreshNames() throws {
        try mirror.rebuild()
    }
}
