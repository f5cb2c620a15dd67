import SystemIO

/// A file that is being made: open, locked, and not yet known by its final name.
struct TemporaryFile: ~Copyable {
    let name: String
    let file: OwnedFile
}
