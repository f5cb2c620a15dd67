public import ProtectionModel

/// Whether code that runs in one context can reach one kind of data in one lock state.
public struct AccessMatrixRow: Sendable, Hashable {
    /// Whether files of the class can be reached.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        case yes
        case no
        /// Files that are open already, and new ones, can be written.
        case openHandlesOnly = "open-handles-only"
    }

    /// The kind's name in the policy.
    public let kind: String
    /// The class the policy gives it.
    public let protectionClass: ProtectionClass
    /// The context's name.
    public let context: String
    /// The lock state.
    public let state: LockState
    /// Whether the context can reach it then.
    public let access: Access
    /// Whether the policy says that it must.
    public let isNeeded: Bool

    package init(
        kind: String,
        protectionClass: ProtectionClass,
        context: String,
        state: LockState,
        access: Access,
        isNeeded: Bool
    ) {
        self.kind = kind
        self.protectionClass = protectionClass
        self.context = context
        self.state = state
        self.access = access
        self.isNeeded = isNeeded
    }
}
