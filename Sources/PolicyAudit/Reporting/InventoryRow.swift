public import ProtectionModel

/// A file of an audited device.
public struct InventoryRow: Sendable, Hashable {
    /// Its path on the device.
    public let path: String
    /// Its class.
    public let protectionClass: ProtectionClass
    /// The kind of data a policy says it is; `nil` for none.
    public let kind: String?
    /// Its size in bytes.
    public let byteCount: UInt64

    package init(
        path: String,
        protectionClass: ProtectionClass,
        kind: String?,
        byteCount: UInt64
    ) {
        self.path = path
        self.protectionClass = protectionClass
        self.kind = kind
        self.byteCount = byteCount
    }

    /// Whether it can be opened while the device is locked after a first unlock.
    public var isReadableWhileLocked: Bool { protectionClass.isOpenable(in: .locked) }
}
