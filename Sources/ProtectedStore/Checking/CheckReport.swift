public import ProtectionModel

/// What `fsck` found.
public struct CheckReport: Sendable, Equatable {
    /// Something that is not as it should be.
    public struct Finding: Sendable, Equatable {
        /// Where; for an entry whose name is damaged, its name on the host.
        public let path: String
        /// For damage `authentication-failure`, `unsupported-version`, `io-error`, or
        /// `directory-not-empty` for a folder whose removal was interrupted and that holds files;
        /// for what was not read `busy` or `permission-denied`.
        public let code: ErrorCode
        /// A sentence that says what exactly.
        public let message: String
    }

    /// Files and folders looked at.
    public internal(set) var checked = 0
    /// Files whose content could not be looked at in this lock state; nothing is said against them.
    public internal(set) var skippedLocked = 0
    /// What could not be looked at for a reason that passes or is the host's.
    ///
    /// It is being written, the machine lacks descriptors or memory, the host refuses. Nothing is
    /// said against it.
    public internal(set) var unread: [Finding] = []
    /// Damage, and what a repair could not fix.
    public internal(set) var damaged: [Finding] = []
    /// Worth knowing, but no damage: bytes after the last whole write of a file; how many leftovers
    /// of crashes a folder has, and their bytes.
    public internal(set) var notes: [Finding] = []
    /// What was repaired.
    public internal(set) var repaired: [Finding] = []

    /// Whether no damage was found.
    public var isClean: Bool { damaged.isEmpty }
}
