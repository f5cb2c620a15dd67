/// The acceptance of a finding.
public struct Suppression: Sendable, Hashable {
    /// Why it is accepted.
    public let reason: String
    /// The last day it holds, `YYYY-MM-DD`; `nil` for no end.
    public let until: String?
    /// Who or what accepted it: an owner, `comment`, or the policy's name.
    public let by: String

    package init(reason: String, until: String?, by: String) {
        self.reason = reason
        self.until = until
        self.by = by
    }
}
