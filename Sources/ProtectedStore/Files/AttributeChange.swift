import KeyManagement
package import ProtectionModel

/// What is to become of the attributes of a file, folder, link or special file; nil leaves one as
/// it is.
package struct AttributeChange: Sendable {
    /// What becomes of a time.
    package enum Time: Sendable {
        case now
        case at(Timestamp)
    }

    /// Permission bits.
    package var mode: UInt32?
    package var owner: UInt32?
    package var group: UInt32?
    package var accessed: Time?
    package var modified: Time?
    package var created: Time?

    /// Changes what is given.
    package init(
        mode: UInt32? = nil,
        owner: UInt32? = nil,
        group: UInt32? = nil,
        accessed: Time? = nil,
        modified: Time? = nil,
        created: Time? = nil
    ) {
        self.mode = mode
        self.owner = owner
        self.group = group
        self.accessed = accessed
        self.modified = modified
        self.created = created
    }

    /// Whether nothing changes.
    package var isEmpty: Bool {
        mode == nil && owner == nil && group == nil && accessed == nil && modified == nil
            && created == nil
    }

    /// - Throws: `ProtectionError` with `invalid-argument` for what is no time.
    func check(_ path: DevicePath) throws {
        for case .at(let time)? in [accessed, modified, created]
        where !(0..<1_000_000_000).contains(time.nanoseconds) {
            throw ProtectionError(
                .invalidArgument,
                "\(time.nanoseconds) nanoseconds are no part of a second",
                path: path
            )
        }
    }

    /// Makes the change; `lastFrame` is the number of the last frame of a file's log.
    func apply(to attributes: inout NodeAttributes, now: Timestamp, lastFrame: UInt64 = 0) {
        if let mode { attributes.mode = mode & NodeAttributes.modeMask }
        if let owner { attributes.owner.user = owner }
        if let group { attributes.owner.group = group }
        if let accessed { attributes.accessed = accessed.timestamp(now) }
        if let created { attributes.created = created.timestamp(now) }
        if let modified {
            attributes.modified = modified.timestamp(now)
            attributes.frameNumber = lastFrame
        }
        attributes.changed = now
    }
}

extension AttributeChange.Time {
    fileprivate func timestamp(_ now: Timestamp) -> Timestamp {
        switch self {
        case .now: now
        case .at(let time): time
        }
    }
}

/// What a new file, folder, link or special file gets besides its content and class.
package struct NewAttributes: Sendable {
    /// Permission bits.
    package var mode: UInt32
    /// Nil for the store's own.
    package var owner: FileOwner?
    /// Nil for now, as the other times.
    package var accessed: Timestamp?
    package var modified: Timestamp?
    package var created: Timestamp?
    package var extended: ExtendedAttributes

    /// What is given, and the rest as usual.
    package init(
        mode: UInt32,
        owner: FileOwner? = nil,
        accessed: Timestamp? = nil,
        modified: Timestamp? = nil,
        created: Timestamp? = nil,
        extended: ExtendedAttributes = ExtendedAttributes()
    ) {
        self.mode = mode
        self.owner = owner
        self.accessed = accessed
        self.modified = modified
        self.created = created
        self.extended = extended
    }

    /// Those of something that is copied: all of them, or its permissions and extended attributes.
    package init(copying metadata: FileMetadata, _ extended: ExtendedAttributes, whole: Bool) {
        self.init(mode: metadata.mode, extended: extended)
        guard whole else { return }
        owner = metadata.attributes.owner
        accessed = metadata.accessed
        modified = metadata.modified
    }
}

extension StoreContext {
    /// The attributes of a node that is made now.
    func attributes(
        _ kind: FileMetadata.Kind,
        _ new: NewAttributes,
        number: UInt64 = 0,
        device: UInt64 = 0
    ) -> NodeAttributes {
        NodeAttributes(kind, new, owner: owner, now: keys.clock.wallTime(), number, device)
    }
}

extension NodeAttributes {
    /// Those of a node that is made at a moment.
    init(
        _ kind: FileMetadata.Kind,
        _ new: NewAttributes,
        owner: FileOwner,
        now: Timestamp,
        _ number: UInt64,
        _ device: UInt64 = 0
    ) {
        self.init(
            number: number,
            kind: kind,
            mode: new.mode & Self.modeMask,
            owner: new.owner ?? owner,
            device: device,
            accessed: new.accessed ?? now,
            modified: new.modified ?? now,
            changed: now,
            created: new.created ?? now
        )
    }
}
