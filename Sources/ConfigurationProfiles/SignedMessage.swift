import SwiftASN1

/// The parts of a CMS message that signs its content, read without judging the signature.
///
/// Source: RFC 5652, section 5.1. Apple's own tools write indefinite lengths and strings in pieces,
/// so BER is read and not DER alone.
///
///     ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT SignedData }
///     SignedData ::= SEQUENCE {
///         version INTEGER, digestAlgorithms SET,
///         encapContentInfo SEQUENCE { OBJECT IDENTIFIER, [0] EXPLICIT OCTET STRING OPTIONAL },
///         certificates [0] IMPLICIT SET OPTIONAL, crls [1] IMPLICIT SET OPTIONAL,
///         signerInfos SET OF SignerInfo }
struct SignedMessage {
    let contentType: ASN1ObjectIdentifier
    let content: ArraySlice<UInt8>
    /// Each in DER.
    let certificates: [ArraySlice<UInt8>]
    let signerInfo: ASN1Node

    /// What a message begins with: the tag of a SEQUENCE.
    static let firstByte: UInt8 = 0x30

    /// A chain has few, and looking for one among many takes long.
    private static let mostCertificates = 32
    private static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]

    init(reading bytes: [UInt8]) throws(ProfileError) {
        try ElementCount.check(bytes)
        let root: ASN1Node
        do { root = try BER.parse(bytes) } catch { throw Self.unreadable }
        var outer = try Self.children(root, .sequence)
        guard try Self.identifier(outer.next()) == Self.signedData else {
            throw .malformed("it is a CMS message, but none that is signed")
        }
        var wrapper = try Self.children(outer.next(), Self.tag(0))
        var message = try Self.children(wrapper.next(), .sequence)
        guard message.next()?.identifier == .integer, message.next()?.identifier == .set else {
            throw Self.unreadable
        }
        var encapsulated = try Self.children(message.next(), .sequence)
        contentType = try Self.identifier(encapsulated.next())
        guard let inner = encapsulated.next() else {
            throw .malformed(
                "its content is not in it: the signature is detached; sign it with the content embedded"
            )
        }
        var content = try Self.children(inner, Self.tag(0))
        self.content = try Self.octets(content.next())
        var next = message.next()
        var certificates: [ArraySlice<UInt8>] = []
        if let node = next, node.identifier == Self.tag(0) {
            var nodes = try Self.children(node, Self.tag(0))
            while let certificate = nodes.next() {
                guard certificates.count < Self.mostCertificates else {
                    throw .malformed("its CMS message has too many certificates")
                }
                certificates.append(certificate.encodedBytes)
            }
            next = message.next()
        }
        self.certificates = certificates
        if next?.identifier == Self.tag(1) { next = message.next() }
        var signers = try Self.children(next, .set)
        guard let signer = signers.next(), signers.next() == nil, message.next() == nil else {
            throw .malformed("its CMS message has not exactly one signature")
        }
        signerInfo = signer
    }

    static let unreadable = ProfileError.malformed("its CMS message cannot be read")

    static func tag(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }

    static func children(
        _ node: ASN1Node?,
        _ identifier: ASN1Identifier
    ) throws(ProfileError) -> ASN1NodeCollection.Iterator {
        guard let node, node.identifier == identifier, case .constructed(let nodes) = node.content
        else { throw unreadable }
        return nodes.makeIterator()
    }

    static func identifier(_ node: ASN1Node?) throws(ProfileError) -> ASN1ObjectIdentifier {
        guard let node, let identifier = try? ASN1ObjectIdentifier(berEncoded: node) else {
            throw unreadable
        }
        return identifier
    }

    static func octets(_ node: ASN1Node?) throws(ProfileError) -> ArraySlice<UInt8> {
        guard let node, let string = try? ASN1OctetString(berEncoded: node) else {
            throw unreadable
        }
        return string.bytes
    }
}
