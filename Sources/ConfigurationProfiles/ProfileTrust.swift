/// Whether a profile's signer is trusted.
public enum ProfileTrust: Sendable, Hashable {
    /// A chain of certificates leads from the signer to one of the anchors.
    case trusted
    /// None does; with the reason.
    case untrusted(reason: String)
    /// Nobody looked; with the reason.
    case notChecked(reason: String)
}
