import AuditCollection
package import AuditFacts
public import ProtectedStore

/// A protected device that is audited beside sources, as it shows itself without any class key.
public struct AuditedDevice: Sendable {
    private let facts: DeviceFacts
    private let unread: [UnreadInput]

    /// The device whose files are in `store`, called `name`.
    ///
    /// `eraseAfterFailures` is `nil` for a device that no number of wrong passcodes erases.
    ///
    /// - Throws: what the store throws for anything but damage to a single file, which is noted.
    public init(
        _ store: FileStore,
        name: String,
        hasPasscode: Bool,
        minimumPasscodeLength: Int = 0,
        eraseAfterFailures: Int? = nil
    ) throws(ProtectionError) {
        let stored = try StoredFiles(in: store)
        self.init(
            DeviceFacts(
                name: name,
                hasPasscode: hasPasscode,
                eraseAfterFailures: eraseAfterFailures,
                minimumPasscodeLength: minimumPasscodeLength,
                files: stored.files,
                readsWithoutPurpose: nil
            ),
            unread: stored.unread
        )
    }

    /// A device about which everything is known.
    package init(_ facts: DeviceFacts, unread: [UnreadInput]) {
        self.facts = facts
        self.unread = unread
    }

    func add(to all: inout Facts) {
        all.devices.append(facts)
        all.unread += unread
        all.fileCount += facts.files.count { !$0.isFolder }
    }
}
