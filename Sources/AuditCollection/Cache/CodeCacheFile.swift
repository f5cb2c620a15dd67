package import SystemIO

/// The file that keeps a cache between two audits of the same root.
package struct CodeCacheFile: Sendable {
    private static let name = "facts.cache"
    // Far more than the facts of any app; what is larger was not written by this.
    private static let byteLimit: UInt64 = 1 << 30

    private let folder: String
    private let fileSystem: any FileSystem

    /// The cache in `folder`, which belongs to one root.
    package init(in folder: String, on fileSystem: any FileSystem) {
        self.folder = folder
        self.fileSystem = fileSystem
    }

    /// What it holds; nothing when there is none or it cannot be read, for then everything is read anew.
    package func bytes() -> [UInt8] {
        do {
            let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
            let file = try OwnedFile(Self.name, in: directory.descriptor, [], on: fileSystem)
            let size = try file.status().size
            guard size <= Self.byteLimit else { return [] }
            return try file.read(Int(size), at: 0)
        } catch {
            return []
        }
    }

    /// Replaces what it holds; a crash leaves the old or the new.
    ///
    /// - Throws: ``SystemError``; the next audit then reads everything anew, or uses the old cache.
    package func replace(with bytes: [UInt8]) throws(SystemError) {
        let directory = try OwnedFile(folder, in: nil, .directory, on: fileSystem)
        try directory.replace(Self.name, with: bytes)
    }
}
