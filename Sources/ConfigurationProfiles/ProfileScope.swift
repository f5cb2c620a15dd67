/// For whom a profile is installed; iOS knows the system only.
public enum ProfileScope: String, Sendable, Hashable, CaseIterable {
    case system = "System"
    case user = "User"
}
