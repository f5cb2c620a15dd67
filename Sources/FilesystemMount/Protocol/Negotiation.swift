package import SystemPackage

/// What the kernel offers at the start: `struct fuse_init_in`, 16 bytes, or 64 from 7.36 on.
package struct InitializeRequest: Sendable, Equatable {
    package let major: UInt32
    package let minor: UInt32
    /// Bytes.
    package let readAhead: UInt32
    package let capabilities: Capabilities

    /// Names an offer.
    package init(
        major: UInt32,
        minor: UInt32,
        readAhead: UInt32,
        capabilities: Capabilities
    ) {
        self.major = major
        self.minor = minor
        self.readAhead = readAhead
        self.capabilities = capabilities
    }

    /// Reads `fuse_init_in`.
    ///
    /// - Throws: `EIO` when it is too short.
    init(_ body: RawSpan) throws(Errno) {
        try body.require(16)
        major = body.number(at: 0)
        minor = body.number(at: 4)
        readAhead = body.number(at: 8)
        let low: UInt32 = body.number(at: 12)
        var flags = UInt64(low)
        if Capabilities(rawValue: flags).contains(.longInitialize), body.byteCount >= 20 {
            flags |= UInt64(body.number(at: 16, as: UInt32.self)) << 32
        }
        capabilities = Capabilities(rawValue: flags)
    }
}

/// What kernel and file system can do beyond the least: the flags of INIT in linux/fuse.h.
package struct Capabilities: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    private static func bit(_ number: UInt64) -> Capabilities {
        Capabilities(rawValue: 1 << number)
    }

    /// Several reads of one file at a time.
    package static let asyncRead = bit(0)
    /// An open empties the file itself, in one request instead of two.
    package static let atomicTruncation = bit(3)
    /// Writes of more than a page.
    package static let bigWrites = bit(5)
    /// Cached pages go when size or time of the file turn out to have changed.
    package static let autoInvalidation = bit(12)
    /// Listing a folder looks its names up, too.
    package static let readdirplus = bit(13)
    /// Listing does so only when the program seems to want it.
    package static let adaptiveReaddirplus = bit(14)
    /// Several direct reads and writes of one file at a time.
    package static let asyncDirectIO = bit(15)
    /// The page cache takes writes and hands them on later.
    package static let writebackCache = bit(16)
    /// Lookups and listings of one folder in parallel.
    package static let parallelDirectoryOperations = bit(18)
    /// Reading the device after an abort says so.
    package static let abortError = bit(21)
    /// Requests of more than 32 pages.
    package static let maxPages = bit(22)
    /// Targets of symbolic links are remembered.
    package static let cachedLinks = bit(23)
    /// The file system itself ends set-user-ID and the like; see ``MountedTree``.
    package static let killsPrivileges = bit(28)
    /// SETXATTR with 16 bytes before its name.
    package static let longSetxattr = bit(29)
    /// INIT itself has more than 32 flags.
    package static let longInitialize = bit(30)

    /// What is used where the kernel offers it.
    ///
    /// Never ``writebackCache``: it takes writes for a file whose key is gone, and only an fsync(2)
    /// tells that they were lost. No locks: the kernel keeps them itself. No ACLs. No explicit
    /// invalidation alone: a file that another process changed shows its new content.
    package static let wanted: Capabilities = [
        .asyncRead, .atomicTruncation, .bigWrites, .autoInvalidation, .readdirplus,
        .adaptiveReaddirplus, .asyncDirectIO, .parallelDirectoryOperations, .abortError, .maxPages,
        .cachedLinks, .killsPrivileges, .longSetxattr,
    ]
}

/// What kernel and file system agree on.
package struct Agreement: Sendable, Equatable {
    /// The protocol's version that is spoken: 7.31 … 7.39.
    package static let major: UInt32 = 7
    /// The oldest minor version, of Linux 5.4: all that is needed here came before.
    package static let oldestMinor: UInt32 = 31
    /// The newest minor version whose changes are known here.
    package static let newestMinor: UInt32 = 39

    /// The unit of ``maxWrite`` and of the kernel's reads, in bytes.
    static let pageByteCount = 4_096

    package let minor: UInt32
    package let readAhead: UInt32
    package let capabilities: Capabilities
    /// The longest write, in bytes; reads are as long at most.
    package let maxWrite: Int

    /// How many requests that nobody waits for may be under way, such as reads ahead.
    static let maxBackground: UInt16 = 64
    /// From how many of those on the kernel holds back.
    static let congestionThreshold: UInt16 = 48

    /// Answers an offer.
    ///
    /// - Throws: `EPROTO` when the kernel is older than 7.31.
    package init(
        answering offer: InitializeRequest,
        maxWrite: Int,
        without unwanted: Capabilities = []
    ) throws(Errno) {
        guard offer.major == Self.major, offer.minor >= Self.oldestMinor else {
            throw .protocolError
        }
        minor = min(offer.minor, Self.newestMinor)
        readAhead = offer.readAhead
        capabilities = Capabilities.wanted.subtracting(unwanted).intersection(offer.capabilities)
        // Without `maxPages` a request has 32 pages.
        let limit = capabilities.contains(.maxPages) ? maxWrite : min(maxWrite, 128 << 10)
        self.maxWrite = max(Self.pageByteCount, limit)
    }

    /// How messages are read from now on.
    package var dialect: Dialect {
        Dialect(hasLongSetxattr: capabilities.contains(.longSetxattr))
    }
}

extension Agreement {
    /// The length of ``put(in:at:)``, in bytes.
    static let byteCount = 64

    /// `struct fuse_init_out`.
    func put(in bytes: inout MutableRawSpan, at start: Int) {
        bytes.put(Self.major, at: start)
        bytes.put(minor, at: start + 4)
        bytes.put(readAhead, at: start + 8)
        bytes.put(UInt32(truncatingIfNeeded: capabilities.rawValue), at: start + 12)
        bytes.put(Self.maxBackground, at: start + 16)
        bytes.put(Self.congestionThreshold, at: start + 18)
        bytes.put(UInt32(maxWrite), at: start + 20)
        // Times have nanoseconds.
        bytes.put(UInt32(1), at: start + 24)
        let pages = (maxWrite + Self.pageByteCount - 1) / Self.pageByteCount
        bytes.put(UInt16(clamping: pages), at: start + 28)
        for offset in stride(from: 30, to: Self.byteCount, by: 2) {
            bytes.put(UInt16(0), at: start + offset)
        }
    }
}
