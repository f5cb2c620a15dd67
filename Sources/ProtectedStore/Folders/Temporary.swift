import KeyManagement
import SodiumCrypto
import SystemIO

/// Names in the host's folders that are ours alone and never shown.
///
/// A temporary is locked by its writer with `flock`; one that can be locked is garbage that a crash
/// left behind.
enum Temporary {
    /// Files and folders being made.
    static let newPrefix = ".new-"
    /// Files that are to take the place of another inode of theirs.
    static let foldPrefix = ".fold-"
    /// Files and folders being removed.
    static let gonePrefix = ".gone-"

    static func isTemporary(_ name: String) -> Bool {
        [newPrefix, foldPrefix, gonePrefix].contains { name.hasPrefix($0) }
    }

    static func name(_ prefix: String, _ random: any RandomSource) -> String {
        prefix + Base64URL.encode(random.bytes(12))
    }

    /// Makes and locks a temporary file.
    static func makeFile(
        _ prefix: String = newPrefix,
        in folder: Descriptor,
        _ context: StoreContext
    ) throws(SystemError) -> TemporaryFile {
        while true {
            let name = name(prefix, context.keys.random)
            let file = try OwnedFile(
                name,
                in: folder,
                [.writing, .creatingNew],
                on: context.fileSystem
            )
            // A collector may have come between the two calls, and removed what it took for
            // garbage.
            do {
                if try context.fileSystem.lock(file.descriptor, .exclusive),
                    try file.status().links > 0
                {
                    return TemporaryFile(name: name, file: file)
                }
            } catch {
                try? context.fileSystem.unlink(name, in: folder, folder: false)
                throw error
            }
            // Or a check only looked at it; nobody else would take it away.
            try? context.fileSystem.unlink(name, in: folder, folder: false)
        }
    }
}

/// A file that is being made: open, locked, and not yet known by its final name.
struct TemporaryFile: ~Copyable {
    let name: String
    let file: OwnedFile
}
