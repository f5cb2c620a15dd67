import DeviceSimulation
public import Foundation
import ProtectedStore
public import ProtectionModel

/// The contents that anybody with a device in its present state can read: with its disk, and the keys
/// that are in memory now.
public struct ReachablePlaintexts: Sendable, CustomStringConvertible {
    /// One file.
    public struct File: Sendable, Hashable {
        /// Where it is.
        public let path: DevicePath
        /// Its class.
        public let protection: ProtectionClass
        /// What it says; nil while its key is not there.
        public let content: Data?
        /// Its length in bytes, which anybody sees.
        public let byteCount: UInt64
    }

    /// The state that was looked at.
    public let state: LockState
    /// Every file, sorted by path, and as on iOS the property lists of the defaults in
    /// `/Library/Preferences` and what is kept of notifications in `/Library/UserNotifications`.
    ///
    /// Private keys of sealed pushes are not among them.
    public let files: [File]
    /// How many handles are open, by class: what they read is reachable through them, whatever `files`
    /// says.
    public let openHandles: [ProtectionClass: Int]

    init(of device: SimulatedDevice) throws {
        state = try device.state
        openHandles = device.files.handleCounts
        guard state != .off else {
            files = []
            return
        }
        var files = try Self.files(in: .root, device.files)
        for (folder, place) in Self.documents {
            files += try Self.documents(of: device, in: folder, at: place)
        }
        self.files = files.sorted { $0.path.description < $1.path.description }
    }

    /// Folders of the device's documents, and where iOS has what is in them.
    private static let documents: [(folder: DevicePath, place: DevicePath)] = [
        ("/Preferences", "/Library/Preferences"), ("/Notifications", "/Library/UserNotifications"),
    ]

    private static func documents(
        of device: SimulatedDevice,
        in folder: DevicePath,
        at place: DevicePath
    ) throws -> [File] {
        guard let documents = try device.documents.existing(),
            (try? documents.unreportedKind(of: folder)) == .directory
        else { return [] }
        return try files(in: folder, documents) { !$0.hasSuffix(".key") }.map { file in
            File(
                path: file.path.moved(from: folder, to: place),
                protection: file.protection,
                content: file.content,
                byteCount: file.byteCount
            )
        }
    }

    /// What can be read now of all that the device keeps for itself.
    static func ownDocuments(
        of device: SimulatedDevice
    ) throws -> [(path: String, content: Data)] {
        guard try device.state != .off, let documents = try device.documents.existing() else {
            return []
        }
        return try files(in: .root, documents).compactMap { file in
            file.content.map { (file.path.description, $0) }
        }
    }

    private static func files(
        in folder: DevicePath,
        _ store: FileStore,
        _ isIncluded: (String) -> Bool = { _ in true }
    ) throws -> [File] {
        try store.names(in: folder).filter(isIncluded).flatMap { name -> [File] in
            let path = try folder.appending(name)
            let metadata = try store.metadata(of: path)
            if metadata.kind == .directory { return try files(in: path, store, isIncluded) }
            guard metadata.kind == .file else { return [] }
            return [
                File(
                    path: path,
                    protection: metadata.protection,
                    content: try content(path, store),
                    byteCount: metadata.size ?? 0
                )
            ]
        }
    }

    private static func content(_ path: DevicePath, _ store: FileStore) throws -> Data? {
        do { return Data(try store.read(path)) } catch {
            guard error.code == .protectedDataUnavailable else { throw error }
            return nil
        }
    }

    /// The files that can be read now.
    public var reachable: [File] { files.filter { $0.content != nil } }

    /// The files whose keys are not there.
    public var unreachable: [File] { files.filter { $0.content == nil } }

    /// The paths of readable files in which `secret` stands as it is.
    public func paths(containing secret: Data) -> [DevicePath] {
        guard !secret.isEmpty else { return [] }
        return reachable.filter { $0.content?.range(of: secret) != nil }.map(\.path)
    }

    /// The paths of readable files in which `secret` stands as UTF-8.
    public func paths(containing secret: String) -> [DevicePath] {
        paths(containing: Data(secret.utf8))
    }

    /// A line a file: whether it can be read, its class, its length and its path.
    public var description: String {
        let width = files.map { $0.protection.name.count }.max() ?? 0
        let digits = files.map { "\($0.byteCount)".count }.max() ?? 0
        let lines = files.map { file in
            let name = file.protection.name
            let size = "\(file.byteCount)"
            return (file.content == nil ? "locked    " : "reachable ")
                + name + String(repeating: " ", count: width - name.count + 1)
                + String(repeating: " ", count: digits - size.count) + size + "  \(file.path)"
        }
        return (["in the state \(state.rawValue):"] + lines).joined(separator: "\n")
    }
}
