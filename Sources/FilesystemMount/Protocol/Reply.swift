package import SystemPackage

/// An answer of a fixed shape, or of bytes.
///
/// Every reply begins with `struct fuse_out_header`, 16 bytes: its length (4), the negated errno or
/// 0 (4), and the unique number of the request (8). A failure has nothing else.
package enum Reply: Sendable, Equatable {
    case done
    case initialize(Agreement)
    case entry(EntryReply)
    case attributes(AttributeReply)
    /// The answer to STATX, which has the time of creation, too.
    case status(AttributeReply)
    case opened(OpenReply)
    case created(EntryReply, OpenReply)
    case written(Int)
    /// The answer to the copying that has room for 64 bits.
    case copied(UInt64)
    case offset(UInt64)
    case fileSystem(FileSystemStatus)
    /// How long something is that was not asked for itself.
    case byteCount(Int)
    case bytes([UInt8])

    /// The length of the header, in bytes.
    package static let headerByteCount = 16

    /// The length without the header, in bytes.
    var bodyByteCount: Int {
        switch self {
        case .done: 0
        case .initialize: Agreement.byteCount
        case .entry: EntryReply.byteCount
        case .attributes: 16 + NodeAttributes.byteCount
        case .status: 32 + NodeAttributes.statusByteCount
        case .opened: OpenReply.byteCount
        case .created: EntryReply.byteCount + OpenReply.byteCount
        case .written, .copied, .offset, .byteCount: 8
        case .fileSystem: FileSystemStatus.byteCount
        case .bytes(let bytes): bytes.count
        }
    }

    /// The whole message.
    package func message(for unique: UInt64) -> [UInt8] {
        var message = [UInt8](repeating: 0, count: Self.headerByteCount + bodyByteCount)
        var span = message.mutableSpan
        var bytes = span.mutableBytes
        put(in: &bytes, for: unique)
        return message
    }

    /// The whole message of a failure.
    package static func failure(_ errno: Errno, for unique: UInt64) -> [UInt8] {
        var message = [UInt8](repeating: 0, count: headerByteCount)
        var span = message.mutableSpan
        var bytes = span.mutableBytes
        putHeader(in: &bytes, byteCount: headerByteCount, errno, for: unique)
        return message
    }

    /// Puts the message at the start of `bytes`.
    ///
    /// - Precondition: there is room.
    func put(in bytes: inout MutableRawSpan, for unique: UInt64) {
        let start = Self.headerByteCount
        Self.putHeader(in: &bytes, byteCount: start + bodyByteCount, for: unique)
        switch self {
        case .done: break
        case .initialize(let agreement): agreement.put(in: &bytes, at: start)
        case .entry(let entry): entry.put(in: &bytes, at: start)
        case .attributes(let reply): reply.put(in: &bytes, at: start)
        case .status(let reply): reply.putStatus(in: &bytes, at: start)
        case .opened(let opened): opened.put(in: &bytes, at: start)
        case .created(let entry, let opened):
            entry.put(in: &bytes, at: start)
            opened.put(in: &bytes, at: start + EntryReply.byteCount)
        case .written(let count), .byteCount(let count):
            bytes.put(UInt64(UInt32(clamping: count)), at: start)
        case .copied(let number), .offset(let number): bytes.put(number, at: start)
        case .fileSystem(let status): status.put(in: &bytes, at: start)
        case .bytes(let content): bytes.put(content, at: start)
        }
    }

    /// Puts a header at the start of `bytes`.
    static func putHeader(
        in bytes: inout MutableRawSpan,
        byteCount: Int,
        _ errno: Errno? = nil,
        for unique: UInt64
    ) {
        bytes.put(UInt32(byteCount), at: 0)
        bytes.put(errno.map { -$0.answered } ?? 0, at: 4)
        bytes.put(unique, at: 8)
    }
}

extension Errno {
    /// The number that the kernel is told: it drops a reply with any that it does not know, and would
    /// wait for another for ever.
    fileprivate var answered: Int32 {
        (1..<512).contains(rawValue) ? rawValue : Errno.ioError.rawValue
    }
}
