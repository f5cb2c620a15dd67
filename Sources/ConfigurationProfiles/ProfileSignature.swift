public import ProtectionModel
import SignedMessages

/// What is known about who made a profile.
public enum ProfileSignature: Sendable, Hashable {
    /// It is not signed.
    case unsigned
    /// Content, digest and signature agree. Whether the signer is trusted is another question:
    /// ``ProfileSigner/trust(anchors:at:)``.
    case signed(by: ProfileSigner)
    /// It is signed, and the signature was not checked; with the reason.
    case notChecked(reason: String)

    init(_ verdict: SignedMessage.Verdict) {
        self =
            switch verdict {
            case .signed(let signer): .signed(by: ProfileSigner(signer))
            case .notChecked(let reason): .notChecked(reason: reason)
            }
    }
}

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

    /// Whether the certificate's key usage, where it has one, allows signatures.
    let mayUseKeyToSign: Bool
    /// The signer's certificate, then the others that came with the profile, in DER.
    let certificates: [[UInt8]]

    init(_ signer: MessageSigner) {
        subject = signer.subject
        issuer = signer.issuer
        notBefore = signer.notBefore
        notAfter = signer.notAfter
        mayUseKeyToSign = signer.mayUseKeyToSign
        certificates = signer.certificates
    }

    /// Looks for a chain of certificates from the signer to one of the anchors (RFC 5280).
    ///
    /// `anchors` are the certificates that are trusted, as PEM, the signer's own among them or not;
    /// without any, no signer is trusted. The system's count only when they are handed in. `time`
    /// is the moment at which all certificates of the chain must be valid; the last second of their
    /// validity counts as past. Revocation is not looked up.
    ///
    /// A signer whose certificate has a key usage is trusted only if that names digital signatures
    /// or non-repudiation (RFC 5280, section 4.2.1.3), even when it is an anchor itself. No purpose
    /// is required: an extended key usage may be absent or name any, such as TLS servers; only one
    /// that is marked critical is refused, as are all critical extensions that are not understood,
    /// unless the signer is an anchor itself. Each anchor is tried, also of several that share a
    /// name.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for anchors that cannot be read.
    public func trust(
        anchors: [UInt8],
        at time: Timestamp
    ) throws(ProtectionError) -> ProfileTrust {
        guard !anchors.isEmpty else { return .untrusted(reason: "no trust anchor was given") }
        let roots: TrustAnchors
        do { roots = try TrustAnchors(pem: anchors) } catch {
            throw ProtectionError(.invalidArgument, error.description)
        }
        if time < notBefore { return .untrusted(reason: "its certificate is not valid yet") }
        if notAfter <= time { return .untrusted(reason: "its certificate has expired") }
        do {
            let isTrusted = try roots.trust(
                certificates[0],
                issuers: certificates.dropFirst(),
                at: time
            )
            if isTrusted { return .trusted }
        } catch { throw .malformed(error.description) }
        guard mayUseKeyToSign else {
            return .untrusted(reason: "its certificate's key usage does not allow signatures")
        }
        return .untrusted(reason: "no valid chain leads from its certificate to a trust anchor")
    }
}

/// Whether a profile's signer is trusted.
public enum ProfileTrust: Sendable, Hashable {
    /// A chain of certificates leads from the signer to one of the anchors.
    case trusted
    /// No chain does; with the reason.
    case untrusted(reason: String)
    /// It was not checked; with the reason.
    case notChecked(reason: String)
}
