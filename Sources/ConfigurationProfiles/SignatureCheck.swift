#if SignedProfiles
import SwiftASN1
import X509
#endif
import ProtectionModel

/// Checks that a message's signature belongs to its content.
///
///     SignerInfo ::= SEQUENCE {
///         version INTEGER, sid CHOICE { SEQUENCE { issuer, serialNumber }, [0] IMPLICIT SubjectKeyIdentifier },
///         digestAlgorithm SEQUENCE, signedAttrs [0] IMPLICIT SET OPTIONAL,
///         signatureAlgorithm SEQUENCE, signature OCTET STRING, unsignedAttrs [1] IMPLICIT SET OPTIONAL }
///
/// Source: RFC 5652, sections 5.3 to 5.6. The CMS part of swift-certificates is no public API and
/// knows no `rsaEncryption` as a signature's algorithm, which OpenSSL writes (RFC 3370, section 3.2).
enum SignatureCheck {
    /// - Throws: `ProfileError` with `malformed-profile` when they do not belong together.
    static func check(_ message: SignedMessage) throws(ProfileError) -> ProfileSignature {
        #if SignedProfiles
        var parts = try SignedMessage.children(message.signerInfo, .sequence)
        guard parts.next()?.identifier == .integer, let signerName = parts.next() else {
            throw SignedMessage.unreadable
        }
        let digestName = try algorithm(parts.next())
        var next = parts.next()
        var attributes: ASN1Node?
        if let node = next, node.identifier == SignedMessage.tag(0) {
            attributes = node
            next = parts.next()
        }
        let signatureName = try algorithm(next)
        let signature = try SignedMessage.octets(parts.next())
        guard let digest = SignatureDigest(digestName) else {
            return .notChecked(reason: "its digest algorithm \(digestName) is not checked here")
        }
        guard let algorithm = digest.signatureAlgorithm(named: signatureName) else {
            return .notChecked(reason: "its algorithm \(signatureName) is not checked here")
        }
        var certificates = message.certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard let index = certificates.firstIndex(where: { matches(signerName, $0) }) else {
            throw .malformed("the certificate of its signer is not in it")
        }
        certificates.swapAt(0, index)
        let signed =
            if let attributes {
                try signedBytes(attributes, digest.hash(message.content), message.contentType)
            } else {
                message.content
            }
        guard
            certificates[0].publicKey.isValidSignature(
                signature,
                for: signed,
                signatureAlgorithm: algorithm
            )
        else { throw .malformed("its signature does not belong to its content") }
        return .signed(by: try ProfileSigner(certificates))
        #else
        return .notChecked(
            reason: "signature not checked: this build is without the trait SignedProfiles"
        )
        #endif
    }
}

#if SignedProfiles
extension SignatureCheck {
    private static let contentType: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 3]
    private static let messageDigest: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 9, 4]

    private static func algorithm(_ node: ASN1Node?) throws(ProfileError) -> ASN1ObjectIdentifier {
        var parts = try SignedMessage.children(node, .sequence)
        return try SignedMessage.identifier(parts.next())
    }

    private static func matches(_ name: ASN1Node, _ certificate: Certificate) -> Bool {
        if name.identifier == SignedMessage.tag(0) {
            guard case .primitive(let key) = name.content else { return false }
            return (try? certificate.extensions.subjectKeyIdentifier)?.keyIdentifier == key
        }
        guard case .constructed(let parts) = name.content else { return false }
        var nodes = parts.makeIterator()
        guard let issuer = nodes.next(), let serial = nodes.next(),
            let name = try? DistinguishedName(derEncoded: issuer),
            let number = try? ArraySlice<UInt8>(derEncoded: serial)
        else { return false }
        return certificate.issuer == name
            && certificate.serialNumber == Certificate.SerialNumber(bytes: number)
    }

    /// What is signed when there are attributes: the set of them, which must name content and digest.
    private static func signedBytes(
        _ attributes: ASN1Node,
        _ digest: [UInt8],
        _ type: ASN1ObjectIdentifier
    ) throws(ProfileError) -> ArraySlice<UInt8> {
        var nodes = try SignedMessage.children(attributes, SignedMessage.tag(0))
        var types: [ASN1ObjectIdentifier] = []
        var digests: [ArraySlice<UInt8>] = []
        while let node = nodes.next() {
            var attribute = try SignedMessage.children(node, .sequence)
            let name = try SignedMessage.identifier(attribute.next())
            guard name == contentType || name == messageDigest else { continue }
            var values = try SignedMessage.children(attribute.next(), .set)
            if name == contentType {
                types.append(try SignedMessage.identifier(values.next()))
            } else {
                digests.append(try SignedMessage.octets(values.next()))
            }
        }
        guard types == [type], digests == [digest[...]] else {
            throw .malformed("its content is not the one that was signed")
        }
        // Signed with the tag of a SET instead of the implicit one (section 5.4).
        return [0x31] + attributes.encodedBytes.dropFirst()
    }
}
#endif
