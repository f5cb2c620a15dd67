import ProtectionModel

/// Where a path that SQLite names leads.
enum ServedPath {
    /// To a file of a device.
    case device(ServedDevice, DevicePath)
    /// Below a served root, but to nothing that could be there.
    case nowhere
    /// To the host's own files.
    case host
}
