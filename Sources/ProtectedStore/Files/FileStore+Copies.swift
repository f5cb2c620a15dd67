import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Gives a copy of a file or link another name: a file's is sealed anew, under the source's
    /// class.
    ///
    /// The copy has the source's permissions and extended attributes, and times of its own.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` when the source's key or the
    ///   class for the copy cannot be had; `invalid-argument` for a special file; as
    ///   ``write(_:to:as:durability:)``.
    public func copy(_ source: DevicePath, to target: DevicePath) throws(ProtectionError) {
        try copy(source, to: target, keepingAll: false)
    }

    /// The same; with `keepingAll` the copy also has the source's owner and times.
    ///
    /// - Throws: as ``copy(_:to:)``.
    package func copy(
        _ source: DevicePath,
        to target: DevicePath,
        keepingAll: Bool
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let kind = try unreportedKind(of: source)
            guard kind == .symbolicLink else {
                return try copyFile(source, to: target, keepingAll)
            }
            let attributes = try attributes(forCopyOf: metadata(of: source), keepingAll)
            let link = try linkTargetBytes(of: source)
            try makeLink(to: link, at: target, attributes: attributes)
        }
    }

    private func copyFile(
        _ source: DevicePath,
        to target: DevicePath,
        _ keepingAll: Bool
    ) throws {
        let handle = try open(source, .read)
        defer { try? handle.close() }
        // As of one moment, whatever is written meanwhile.
        try handle.whileReading { content, file in
            let attributes = try attributes(forCopyOf: handle.metadata(), keepingAll)
            try write(
                SnapshotSource(content, file),
                to: target,
                as: content.header.protection,
                attributes: attributes
            )
        }
    }

    /// What a copy of something is to have.
    package func attributes(
        forCopyOf metadata: FileMetadata,
        _ keepingAll: Bool
    ) throws -> NewAttributes {
        let extended =
            metadata.hasExtendedAttributes
            ? try extendedAttributes(of: metadata.path) : ExtendedAttributes()
        return NewAttributes(copying: metadata, extended, whole: keepingAll)
    }
}
