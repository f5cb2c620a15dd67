import KeyManagement
package import ProtectionModel

/// What is remembered of a file, a folder, a link or a special file besides its content: 112 bytes,
/// the same in every record.
///
/// | bytes | field (little-endian) |
/// |---|---|
/// | 0 | inode number (8), below 2^62 and not 0 |
/// | 8 | POSIX mode with the file type (4) |
/// | 12 | owner (4) |
/// | 16 | group (4) |
/// | 20 | zeros (4) |
/// | 24 | device number (8), of device files |
/// | 32 | accessed: seconds (8), nanoseconds (4) |
/// | 44 | modified, likewise |
/// | 56 | changed, likewise |
/// | 68 | made, likewise |
/// | 80 | the last frame of a file's log that the times take account of (8) |
/// | 88 | siv of the extended attributes (24), zeros for none |
///
/// Later frames of the log carry the time of their change, so that writing costs nothing more; see
/// ``follow(_:)``.
package struct NodeAttributes: Sendable, Equatable {
    static let byteCount = 112
    /// The number of the root of each tree.
    static let rootNumber: UInt64 = 1
    /// Permissions, and the bits for set-user-id, set-group-id and sticky.
    package static let modeMask: UInt32 = 0o7777

    /// The inode number; 0 for a node that is yet to get one.
    ///
    /// It is made with the node, and stays whatever happens to its name, class or content.
    package var number: UInt64
    /// What the node is.
    package let kind: FileMetadata.Kind
    /// Permission bits.
    package var mode: UInt32
    /// Whose it is.
    package var owner: FileOwner
    /// What a device file stands for; else 0.
    package var device: UInt64
    /// When the content was read last.
    package var accessed: Timestamp
    /// When the content changed last.
    package var modified: Timestamp
    /// When anything but the time of access changed last.
    package var changed: Timestamp
    /// When the node was made.
    package var created: Timestamp
    /// The last frame of the log that ``modified`` and ``changed`` take account of.
    var frameNumber: UInt64 = 0
    /// The siv of the extended attributes; nil for none.
    var extended: [UInt8]?

    /// The same for another node, whose extended attributes would not open.
    func ofAnother(_ number: UInt64) -> NodeAttributes {
        var attributes = self
        attributes.number = number
        attributes.extended = nil
        return attributes
    }

    /// Takes over the time of the last change in a log, unless a time was set after that.
    mutating func follow(_ change: LoggedChange?) {
        guard let change, change.number > frameNumber else { return }
        modified = change.time
        changed = max(changed, change.time)
        frameNumber = change.number
    }

    /// The same, for whoever knows that the log ends with a certain frame.
    ///
    /// A power loss may take frames that a time was set after; those that come in their place are
    /// newer than the time.
    mutating func follow(_ change: LoggedChange?, inLogUpTo last: UInt64) {
        frameNumber = min(frameNumber, last)
        follow(change)
    }
}

/// A change of content, as the log has it.
struct LoggedChange: Sendable, Equatable {
    /// The number of the frame.
    let number: UInt64
    let time: Timestamp
}

/// A user and a group, by their numbers.
package struct FileOwner: Sendable, Hashable {
    package var user: UInt32
    package var group: UInt32

    /// Names an owner.
    package init(user: UInt32, group: UInt32) {
        self.user = user
        self.group = group
    }
}

extension NodeAttributes {
    func encode(to writer: inout ByteWriter) {
        writer.append(number)
        writer.append(kind.fileType | mode & Self.modeMask)
        writer.append(owner.user)
        writer.append(owner.group)
        writer.append(UInt32(0))
        writer.append(device)
        for time in [accessed, modified, changed, created] {
            writer.append(time.seconds)
            writer.append(UInt32(min(max(0, time.nanoseconds), 999_999_999)))
        }
        writer.append(frameNumber)
        writer.append(extended ?? [UInt8](repeating: 0, count: SyntheticIV.byteCount))
    }

    /// Nil for values that this version does not know.
    init?(_ body: inout ByteReader) {
        guard let number = body.integer(UInt64.self), 0 < number, number < 1 << 62,
            let mode = body.integer(UInt32.self),
            let kind = FileMetadata.Kind(fileType: mode & ~Self.modeMask),
            let user = body.integer(UInt32.self), let group = body.integer(UInt32.self),
            body.integer(UInt32.self) == 0, let device = body.integer(UInt64.self),
            device == 0 || kind.isDevice,
            let accessed = Timestamp(&body), let modified = Timestamp(&body),
            let changed = Timestamp(&body), let created = Timestamp(&body),
            let frame = body.integer(UInt64.self),
            let extended = body.bytes(SyntheticIV.byteCount)
        else { return nil }
        self.init(
            number: number,
            kind: kind,
            mode: mode & Self.modeMask,
            owner: FileOwner(user: user, group: group),
            device: device,
            accessed: accessed,
            modified: modified,
            changed: changed,
            created: created,
            frameNumber: frame,
            extended: extended.allSatisfy { $0 == 0 } ? nil : extended
        )
    }

    /// An inode number from the random identifier of a node that is being made.
    static func number(from identifier: [UInt8]) -> UInt64 {
        var reader = ByteReader(identifier)
        let number = (reader.integer(UInt64.self) ?? 0) & (1 << 62 - 1)
        // The smallest are for roots.
        return number < 16 ? number + 16 : number
    }
}

extension Timestamp {
    fileprivate init?(_ body: inout ByteReader) {
        guard let seconds = body.integer(UInt64.self), let nanoseconds = body.integer(UInt32.self),
            nanoseconds < 1_000_000_000
        else { return nil }
        self.init(seconds: Int64(bitPattern: seconds), nanoseconds: Int64(nanoseconds))
    }
}

extension FileMetadata.Kind {
    /// `S_IFMT` of the mode, as stat(2) has it.
    package var fileType: UInt32 {
        switch self {
        case .fifo: 0o010000
        case .characterDevice: 0o020000
        case .directory: 0o040000
        case .blockDevice: 0o060000
        case .file: 0o100000
        case .symbolicLink: 0o120000
        case .socket: 0o140000
        }
    }

    /// Nil for another.
    package init?(fileType: UInt32) {
        guard let kind = Self.allCases.first(where: { $0.fileType == fileType }) else { return nil }
        self = kind
    }

    /// Whether it stands for a device, and has its number.
    var isDevice: Bool { self == .characterDevice || self == .blockDevice }
}
