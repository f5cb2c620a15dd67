/// What is known about who made a profile.
public enum ProfileSignature: Sendable, Hashable {
    /// Nobody signed it.
    case unsigned
    /// Content, digest and signature agree. Whether the signer is trusted is another question:
    /// ``ProfileSigner/trust(anchors:at:)``.
    case signed(by: ProfileSigner)
    /// It is signed, and the signature was not checked; with the reason.
    case notChecked(reason: String)
}
