#if SignedProfiles
import FoundationEssentials
import SwiftASN1
// A time that is handed in; the plain initialiser reads the clock.
@_spi(FixedExpiryValidationTime) import X509
#endif
public import ProtectionModel

extension ProfileSigner {
    /// Looks for a chain of certificates from the signer to one of the anchors (RFC 5280).
    ///
    /// `anchors` are the certificates that are trusted, as PEM, the signer's own among them or not;
    /// without any, nobody is trusted.
    /// `time` is the moment at which all certificates of the chain must be valid. Revocation is not
    /// looked up.
    ///
    /// - Throws: ``ProfileError`` with `invalid-argument` for anchors that cannot be read.
    public func trust(
        anchors: [UInt8],
        at time: Timestamp
    ) async throws(ProfileError) -> ProfileTrust {
        #if SignedProfiles
        let roots = try Self.certificates(anchors)
        guard !roots.isEmpty else {
            return .untrusted(reason: "no trust anchor was given")
        }
        let chain = certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard let leaf = chain.first, chain.count == certificates.count else {
            throw SignedMessage.unreadable
        }
        if time < notBefore { return .untrusted(reason: "its certificate is not valid yet") }
        if notAfter < time { return .untrusted(reason: "its certificate has expired") }
        // RFC 5280 has no paths without an issuer; who hands in the signer itself means it.
        if roots.contains(leaf) { return .trusted }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(
                fixedExpiryValidationTime: Date(timeIntervalSince1970: TimeInterval(time.seconds))
            )
        }
        let result: CertificateValidationResult = await verifier.validate(
            leaf: leaf,
            intermediates: CertificateStore(chain.dropFirst())
        )
        if case .validCertificate = result { return .trusted }
        return .untrusted(reason: "no valid chain leads from its certificate to a trust anchor")
        #else
        return .notChecked(reason: "this build is without the trait SignedProfiles")
        #endif
    }

    #if SignedProfiles
    private static func certificates(_ pem: [UInt8]) throws(ProfileError) -> [Certificate] {
        guard !pem.isEmpty else { return [] }
        do {
            let documents = try PEMDocument.parseMultiple(
                pemString: String(decoding: pem, as: UTF8.self)
            )
            let certificates = try documents.map { try Certificate(pemDocument: $0) }
            if !certificates.isEmpty { return certificates }
        } catch {}
        throw ProfileError(.invalidArgument, "the trust anchors are no certificates in PEM")
    }
    #endif
}
