import KeyManagement
public import ProtectionModel
import SodiumCrypto
import SystemIO

extension FileStore {
    /// Makes a symbolic link, in every lock state.
    ///
    /// The target is stored as it is, sealed as names are. The store never follows a link: paths
    /// lead to the link itself, and a file or folder is what it was meant for in a mount, or outside
    /// of the device.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists`, `not-found` for a missing folder,
    ///   `invalid-argument` for a target that is empty, has a NUL or more than 4,095 bytes.
    public func makeLink(to target: String, at path: DevicePath) throws(ProtectionError) {
        try ProtectionError.wrapping { try makeLink(to: Array(target.utf8), at: path) }
    }

    /// Makes a symbolic link whose target need not be UTF-8.
    ///
    /// - Throws: as ``makeLink(to:at:)``.
    package func makeLink(
        to target: [UInt8],
        at path: DevicePath,
        attributes: NewAttributes = NewAttributes(mode: 0o777),
        durability: Durability = .full
    ) throws {
        try operations.perform(.makeLink, path) {
            let link = try NewLink(to: target, attributes, path)
            try make(link, at: path, durability)
        }
    }

    /// Makes a named pipe, a socket or a device file, in every lock state: a name that means
    /// something to the kernel of a mount alone.
    ///
    /// - Throws: ``ProtectionError`` with `already-exists`, `not-found` for a missing folder,
    ///   `invalid-argument` for any other kind.
    package func makeSpecial(
        _ kind: FileMetadata.Kind,
        device: UInt64 = 0,
        at path: DevicePath,
        attributes: NewAttributes,
        durability: Durability = .full
    ) throws {
        try operations.perform(.makeLink, path) {
            let node = try NewLink(special: kind, device: device, attributes, path)
            try make(node, at: path, durability)
        }
    }

    private func make(_ link: NewLink, at path: DevicePath, _ durability: Durability) throws {
        let place = try tree.place(of: path)
        try checkMayBeFile(path)
        let maker = InodeMaker(context: context)
        let temporary = try maker.make(link, at: place, durability: durability)
        try maker.commit(temporary: temporary.name, at: place, if: .free, durability: durability)
        _ = consume temporary
    }

    /// What a symbolic link leads to, in every lock state; bytes that are not UTF-8 are shown as
    /// U+FFFD.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `invalid-argument` for what is no link,
    ///   `authentication-failure`.
    public func linkTarget(of path: DevicePath) throws(ProtectionError) -> String {
        String(decoding: try linkTargetBytes(of: path), as: UTF8.self)
    }

    /// What a symbolic link leads to.
    ///
    /// - Throws: as ``linkTarget(of:)``.
    package func linkTargetBytes(of path: DevicePath) throws(ProtectionError) -> [UInt8] {
        try operations.perform(.status, path) { try unreportedLinkTarget(of: path) }
    }

    /// The same, of which no observer is told.
    package func unreportedLinkTarget(of path: DevicePath) throws -> [UInt8] {
        guard !path.isRoot else { throw Self.noLink(path, .directory) }
        let (place, status) = try tree.entry(at: path)
        guard status.kind == .file else { throw Self.noLink(path, .directory) }
        return try ProtectionError.telling(of: path) {
            try place.withInode(context, []) { file, _ in try target(in: file, path) }
        }
    }

    private func target(in file: borrowing OwnedFile, _ path: DevicePath) throws -> [UInt8] {
        let keys = try context.volumeKeys()
        // One more byte than a link can have, so that more of them show.
        let bytes = try file.read(LinkRecord.byteLimit + 1, at: 0)
        let slots = bytes.prefix(SealedHeader.byteCount)
        switch try NodeRecord(slots, device: context.deviceID, keys: keys) {
        case .link(let pair) where pair.record.attributes.kind == .symbolicLink:
            return try pair.record.target(in: bytes, keys)
        case let other: throw Self.noLink(path, other.attributes.kind)
        }
    }

    private static func noLink(_ path: DevicePath, _ kind: FileMetadata.Kind) -> ProtectionError {
        ProtectionError(
            .invalidArgument,
            "'\(path)' is \(kind.noun), no symbolic link",
            path: path
        )
    }
}
