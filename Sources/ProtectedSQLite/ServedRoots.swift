import ProtectionModel
import Synchronization

/// Where a path that SQLite names leads.
enum ServedPath {
    /// To a file of a device.
    case device(ServedDevice, DevicePath)
    /// Below a served root, but to nothing that could be there.
    case nowhere
    /// To the host's own files.
    case host
}

/// The devices that this process serves to SQLite.
enum ServedRoots {
    private static let devices = Mutex<[ServedDevice]>([])
    /// Where paths lead that were looked up lately: SQLite asks for the same few at each transaction.
    private static let recent = Mutex(RecentPaths())

    /// Serves a device.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists` when its root lies in another's, or
    ///   another's in it; `busy` when connections of a service that ended are open there.
    static func add(_ device: ServedDevice) throws(ProtectionError) {
        defer { recent.withLock { $0.forget() } }
        try devices.withLock { (devices) throws(ProtectionError) in
            devices.removeAll { $0.isDone }
            if let other = devices.first(where: { $0.root.overlaps(device.root) }) {
                throw other.isEnded
                    ? ProtectionError(
                        .busy,
                        "connections of an earlier service of '\(other.root.text)' are open"
                    )
                    : ProtectionError(
                        .alreadyExists,
                        "'\(device.root.text)' overlaps '\(other.root.text)', which is served"
                    )
            }
            devices.append(device)
        }
    }

    /// Lets go of devices whose service ended and that SQLite no longer uses.
    static func forgetEnded() {
        let count = devices.withLock { devices in
            let before = devices.count
            devices.removeAll { $0.isDone }
            return before - devices.count
        }
        if count > 0 { recent.withLock { $0.forget() } }
    }

    /// Whether SQLite has a file of some device open.
    static var areInUse: Bool { devices.withLock { $0.contains(where: \.isInUse) } }

    /// Where a path of SQLite's leads.
    static func lookUp(_ path: UnsafePointer<CChar>) -> ServedPath {
        let (known, epoch) = recent.withLock { ($0.find(path), $0.epoch) }
        if let known { return known }
        let bytes = DatabaseFiles.bytes(of: path)
        let found = lookUp(bytes)
        if case .device = found { recent.withLock { $0.note(bytes, found, epoch) } }
        return found
    }

    /// Where a path leads.
    ///
    /// A root whose service ended leads to its device until all connections are closed, so that
    /// none of them continues a database on the host.
    static func lookUp(_ path: [UInt8]) -> ServedPath {
        guard path.first == UInt8(ascii: "/") else { return .host }
        for device in devices.withLock({ $0 }) {
            guard let names = device.root.names(below: path) else { continue }
            var place = DevicePath.root
            for name in names {
                guard let text = String(validating: name, as: UTF8.self),
                    let next = try? place.appending(text)
                else { return .nowhere }
                place = next
            }
            return .device(device, place)
        }
        return .host
    }
}

/// The last few paths that lead to devices.
private struct RecentPaths {
    private static let limit = 8

    private var paths: [(path: [UInt8], found: ServedPath)] = []
    /// Grows when devices come and go: what was looked up before counts no more.
    private(set) var epoch = 0

    func find(_ path: UnsafePointer<CChar>) -> ServedPath? {
        paths.first { isSame($0.path, path) }?.found
    }

    private func isSame(_ known: [UInt8], _ path: UnsafePointer<CChar>) -> Bool {
        for (index, byte) in known.enumerated() where UInt8(bitPattern: path[index]) != byte {
            return false
        }
        return path[known.count] == 0
    }

    mutating func note(_ path: [UInt8], _ found: ServedPath, _ epoch: Int) {
        guard epoch == self.epoch else { return }
        if paths.count == Self.limit { paths.removeFirst() }
        paths.append((path, found))
    }

    mutating func forget() {
        epoch += 1
        paths = []
    }
}
