package import AuditFacts
import SystemIO
import SystemPackage

/// The files of an audited tree; nothing in it is ever written or run.
package protocol SourceTree: Sendable {
    /// Every entry below the root, sorted by path; folders are walked and not listed.
    ///
    /// Paths are different bytes, and may be the same text: see ``DistinctTree``.
    /// Symbolic links are listed as such and never followed.
    func entries() -> [SourceTreeEntry]
    /// The bytes of the file at `path`.
    ///
    /// - Throws: ``SourceTreeError`` when it cannot be read, is not a regular file, or is longer than
    ///   `limit` bytes.
    func read(_ path: String, limit: Int) throws(SourceTreeError) -> [UInt8]
}

/// An entry of an audited tree.
package struct SourceTreeEntry: Sendable, Hashable {
    /// What an entry is.
    package enum Kind: Sendable, Hashable {
        case file
        case link
        /// A folder that could not be listed; one that could is walked instead.
        case unreadableFolder
        /// A device, pipe or socket.
        case special
        /// Something whose name is not UTF-8; its path is as close as possible.
        case unnameable
    }

    /// Its path relative to the root, with `/`.
    package let path: String
    /// What it is.
    package let kind: Kind
    /// Its size in bytes; 0 for anything but a file.
    package let byteCount: UInt64

    /// The entry at `path`.
    package init(path: String, kind: Kind, byteCount: UInt64 = 0) {
        self.path = path
        self.kind = kind
        self.byteCount = byteCount
    }
}

/// Why a file of an audited tree could not be read.
package struct SourceTreeError: Error, Sendable, Hashable {
    /// In the words of the report.
    package let reason: UnreadInput.Reason
    /// The facts in lower case, without a full stop.
    package let message: String

    /// An error for `reason`.
    package init(_ reason: UnreadInput.Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension SourceTreeError {
    /// Why the system did not give a file.
    init(_ error: SystemError) {
        switch error.errno {
        case .noSuchFileOrDirectory: self.init(.missing, "it does not exist")
        case .tooManySymbolicLinkLevels, .notDirectory:
            self.init(.link, "a symbolic link, which is not followed")
        default: self.init(.unreadable, "\(error.errno)".lowercased())
        }
    }
}
