import COpenSSL
package import ProtectionModel

/// The certificates that are trusted; those of the system are never among them by themselves.
package struct TrustAnchors: Sendable {
    /// Each in DER.
    private let certificates: [[UInt8]]

    /// Reads certificates in PEM, and nothing else: no keys, no encrypted blocks.
    ///
    /// Text between them is passed over.
    ///
    /// - Throws: `SignedMessageError` for a block that is not a certificate, and when there is
    ///   none.
    package init(pem: [UInt8]) throws(SignedMessageError) {
        // Some of OpenSSL's lengths are a C int.
        guard pem.count < Int(Int32.max) else { throw Self.unreadable }
        try OpenSSL.begin()
        defer { OpenSSL.end() }
        certificates = try pem.withUnsafeBufferPointer { (bytes) throws(SignedMessageError) in
            let input = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { BIO_free(input) }
            var certificates: [[UInt8]] = []
            while let certificate = try Self.nextCertificate(input) {
                certificates.append(certificate)
            }
            return certificates
        }
        guard !certificates.isEmpty else { throw Self.unreadable }
    }

    /// Whether a chain of certificates leads from a signer's to one of these (RFC 5280, section 6).
    ///
    /// The whole chain must be valid at `time`; the last second of validity counts as past, as
    /// OpenSSL has it. An anchor need not be a root. ``CertificateRules`` has the other rules;
    /// purposes (extended key usage) are not looked at unless the extension is critical, which is
    /// refused, and revocation is not looked up. The signer's own certificate among the anchors is
    /// trusted as it is, if only its key usage lets it sign, and its validity is for the caller to
    /// judge: RFC 5280 has no path without an issuer, and a caller who hands in the signer means
    /// it.
    ///
    /// Each anchor is tried by itself: without key identifiers OpenSSL would take the first that
    /// has the issuer's name, and give up when that one's key did not sign. Of several issuers of
    /// one name in the message it takes the first, and the signer is not trusted when it is the
    /// wrong one.
    ///
    /// - Throws: `SignedMessageError` for certificates that cannot be read.
    package func trust(
        _ signer: [UInt8],
        issuers: some Sequence<[UInt8]>,
        at time: Timestamp
    ) throws(SignedMessageError) -> Bool {
        try OpenSSL.begin()
        defer { OpenSSL.end() }
        let encoding = signer
        guard let signer = CertificateRules.parse(encoding) else { throw .unreadable }
        defer { X509_free(signer) }
        guard CertificateRules.allowsSignatures(signer) else { return false }
        if certificates.contains(encoding) { return true }
        let issuers = try Self.stack(issuers, where: CertificateRules.allowAsIssuer)
        defer { shim_free_certificates(issuers) }
        let anchors = try Self.stack(certificates, where: CertificateRules.allowAsAnchor)
        defer { shim_free_certificates(anchors) }
        guard CertificateRules.allowAsSigner(signer) else { return false }
        for index in 0..<shim_certificate_count(anchors) {
            guard let anchor = shim_certificate(anchors, index) else { continue }
            if try Self.leads(from: signer, through: issuers, to: anchor, at: time) { return true }
        }
        return false
    }

    /// Whether OpenSSL finds a chain that ends with `anchor`.
    private static func leads(
        from signer: OpaquePointer,
        through issuers: OpaquePointer?,
        to anchor: OpaquePointer,
        at time: Timestamp
    ) throws(SignedMessageError) -> Bool {
        let anchors = shim_new_certificates()
        defer { shim_free_certificates(anchors) }
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        guard shim_add_certificate(anchors, anchor) == 1, let context,
            X509_STORE_CTX_init(context, nil, signer, issuers) == 1
        else {
            throw SignedMessageError("OpenSSL cannot look for a chain")
        }
        X509_STORE_CTX_set0_trusted_stack(context, anchors)
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
        X509_VERIFY_PARAM_set_time(parameters, time_t(clamping: time.seconds))
        return X509_verify_cert(context) == 1
    }

    /// 112 bits: RSA of 2048, and no SHA-1 in signatures (`SSL_CTX_set_security_level(3)`).
    private static let securityLevel: Int32 = 2

    private static let unreadable = SignedMessageError(
        "the trust anchors are not PEM certificates"
    )

    /// The next block's certificate in DER; nil after the last.
    private static func nextCertificate(
        _ input: OpaquePointer?
    ) throws(SignedMessageError) -> [UInt8]? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard PEM_read_bio(input, &name, &header, &bytes, &count) == 1 else {
            let reason = ERR_GET_REASON(ERR_peek_last_error())
            guard reason == PEM_R_NO_START_LINE else { throw unreadable }
            return nil
        }
        defer {
            shim_free(name)
            shim_free(header)
            shim_free(bytes)
        }
        guard let name, String(cString: name) == PEM_STRING_X509, header?.pointee == 0,
            let certificate = CertificateRules.parse(
                Array(UnsafeBufferPointer(start: bytes, count: count))
            )
        else { throw unreadable }
        defer { X509_free(certificate) }
        return try OpenSSL.encoding { i2d_X509(certificate, $0) }
    }

    /// Those certificates that may be used, for the caller to free.
    private static func stack(
        _ encodings: some Sequence<[UInt8]>,
        where isAllowed: (OpaquePointer) -> Bool
    ) throws(SignedMessageError) -> OpaquePointer? {
        let stack = shim_new_certificates()
        for encoding in encodings {
            let certificate = CertificateRules.parse(encoding)
            defer { X509_free(certificate) }
            guard let certificate,
                !isAllowed(certificate) || shim_add_certificate(stack, certificate) == 1
            else {
                shim_free_certificates(stack)
                throw .unreadable
            }
        }
        return stack
    }
}
