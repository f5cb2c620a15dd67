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

    /// Serves a device.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists` when its root lies in another's, or
    ///   another's in it; `busy` when connections of a service that ended are open there.
    static func add(_ device: ServedDevice) throws(ProtectionError) {
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
    static func forgetEnded() { devices.withLock { $0.removeAll { $0.isDone } } }

    /// Whether SQLite has a file of some device open.
    static var areInUse: Bool { devices.withLock { $0.contains(where: \.isInUse) } }

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
