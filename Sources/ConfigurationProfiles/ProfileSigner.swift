public import ProtectionModel

/// Who signed a profile, as the certificate says.
public struct ProfileSigner: Sendable, Hashable {
    /// The certificate's subject, as RFC 4514 writes names.
    public let subject: String
    /// Who issued the certificate.
    public let issuer: String
    /// The first moment of the certificate's validity.
    public let notBefore: Timestamp
    /// The last one.
    public let notAfter: Timestamp

    /// The signer's certificate, then the others that came with the profile, in DER.
    let certificates: [[UInt8]]
}
