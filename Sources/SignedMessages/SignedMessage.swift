import COpenSSL

/// A CMS message that holds its content and one signature of it.
///
/// Source: RFC 5652, section 5. Apple's own tools write indefinite lengths and strings in pieces,
/// so BER is read and not DER alone. Nothing may follow the message.
package struct SignedMessage: Sendable {
    /// What was signed, as it stands in the message; only ``verdict`` says what it is worth.
    package let content: [UInt8]
    package let verdict: Verdict

    /// What the signature is worth.
    package enum Verdict: Sendable {
        /// Content, digest and signature agree.
        case signed(by: MessageSigner)
        /// It was not checked; with the reason.
        case notChecked(reason: String)
    }

    /// What a message begins with: the tag of a SEQUENCE.
    package static let firstByte: UInt8 = 0x30

    /// A chain has few, and looking for one among many takes long.
    private static let mostCertificates = 32

    /// Reads a message and checks its signature, without asking who the signer is.
    ///
    /// - Throws: `SignedMessageError` for anything but such a message, and for content or signature
    ///   that was changed.
    package init(reading bytes: [UInt8]) throws(SignedMessageError) {
        try MessageBounds.check(bytes)
        try OpenSSL.begin()
        defer { OpenSSL.end() }
        guard let message = Self.parse(bytes) else { throw .unreadable }
        defer { CMS_ContentInfo_free(message) }
        content = try Self.content(of: message)
        let certificates = CMS_get1_certs(message)
        defer { shim_free_certificates(certificates) }
        guard shim_certificate_count(certificates) <= Self.mostCertificates else {
            throw SignedMessageError("its CMS message has too many certificates")
        }
        let areReadable = (0..<shim_certificate_count(certificates)).allSatisfy { index in
            shim_certificate(certificates, index).map(CertificateRules.areExtensionsReadable)
                ?? false
        }
        guard areReadable else {
            throw SignedMessageError("a certificate in it has too many distribution points")
        }
        let signers = CMS_get0_SignerInfos(message)
        guard shim_signer_count(signers) == 1, let signer = shim_signer(signers, 0) else {
            throw SignedMessageError("its CMS message does not have exactly one signature")
        }
        verdict = try SignatureCheck(
            message: message,
            signer: signer,
            certificates: certificates,
            content: content
        ).verdict()
    }

    /// The content of a signed message: plain data (RFC 5652, section 4), as all profiles are.
    private static func content(of message: OpaquePointer) throws(SignedMessageError) -> [UInt8] {
        guard OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed else { throw .notSigned }
        let type = CMS_get0_eContentType(message)
        guard OBJ_obj2nid(type) == NID_pkcs7_data else {
            throw SignedMessageError(
                "its content is of the type \(OID.text(type)), and that of a profile is plain data"
            )
        }
        guard let place = CMS_get0_content(message) else { throw .unreadable }
        guard let content = place.pointee else {
            throw SignedMessageError(
                "its content is not in it: the signature is detached; sign it with the content embedded"
            )
        }
        return Array(
            UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(content),
                count: Int(ASN1_STRING_length(content))
            )
        )
    }

    /// The message; nil when the bytes are not one message.
    private static func parse(_ bytes: [UInt8]) -> OpaquePointer? {
        // Some of OpenSSL's lengths are a C int.
        guard bytes.count < Int(Int32.max) else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            guard let message = d2i_CMS_ContentInfo(nil, &position, bytes.count) else { return nil }
            guard position == bytes.baseAddress?.advanced(by: bytes.count) else {
                CMS_ContentInfo_free(message)
                return nil
            }
            return message
        }
    }
}
