extension Policy {
    /// The kind of data that a file at `path` on a device is: the first whose patterns fit.
    package func kind(ofDevicePath path: String) -> DataKind? {
        kinds.first { kind in kind.paths.contains { $0.matches(path) } }
    }
}
