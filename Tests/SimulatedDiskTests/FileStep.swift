import SystemIO

/// One call of a sequence that must give the same on every file system.
///
/// Opened files are put under a letter; folders are letters too, nil for the test's own folder.
enum FileStep: Sendable {
    case open(String, OpenOptions = [], at: String? = nil, as: String)
    case close(String)
    case read(String, Int, at: UInt64)
    case write(String, Int, at: UInt64)
    case truncate(String, UInt64)
    case sync(String, dataOnly: Bool = false)
    case status(String)
    case statusOf(String, at: String? = nil)
    case modify(String, Int64, Int64)
    case mkdir(String, at: String? = nil)
    case rename(String, to: String, at: String? = nil, into: String? = nil, replacing: Bool = true)
    case unlink(String, at: String? = nil)
    case rmdir(String, at: String? = nil)
    case names(String? = nil)
    case lock(String, LockKind)
    case isByteLocked(String, UInt64)
    case lockByte(String, UInt64, LockKind)
    case symbolicLink(to: String, as: String)
    case hardLink(String, as: String)
}
