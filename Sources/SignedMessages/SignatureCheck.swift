import COpenSSL

/// Checks that a message's signature belongs to its content.
///
/// `CMS_verify` is not called: it hashes the content once for each digest algorithm that the message
/// lists, one inside the other, and a message can list thousands. The steps are its own, with the one
/// digest that the signer names. Stricter than OpenSSL is that the signed content type must be that
/// of the content (RFC 5652, section 5.6), that algorithm, digest and key must agree, and which of
/// them are taken at all: no SHA-1, which proves nothing any more.
///
/// The pointers belong to the message, which must outlive this.
struct SignatureCheck {
    let message: OpaquePointer
    let signer: OpaquePointer
    let certificates: OpaquePointer?
    let content: [UInt8]

    /// - Throws: `SignedMessageError` when content, signature and certificate do not belong together.
    func verdict() throws(SignedMessageError) -> SignedMessage.Verdict {
        var digestAlgorithm: UnsafeMutablePointer<X509_ALGOR>?
        var signatureAlgorithm: UnsafeMutablePointer<X509_ALGOR>?
        CMS_SignerInfo_get0_algs(signer, nil, nil, &digestAlgorithm, &signatureAlgorithm)
        let digestName = try Self.name(of: digestAlgorithm)
        let signatureName = try Self.name(of: signatureAlgorithm)
        guard let digest = SignatureDigest(OBJ_obj2nid(digestName)) else {
            return .notChecked(
                reason: "its digest algorithm \(OID.text(digestName)) is not checked here"
            )
        }
        guard let keyKind = digest.keyKind(ofSignature: OBJ_obj2nid(signatureName)) else {
            return .notChecked(
                reason: "its algorithm \(OID.text(signatureName)) is not checked here"
            )
        }
        let indices = 0..<shim_certificate_count(certificates)
        guard
            let index = indices.first(where: {
                CMS_SignerInfo_cert_cmp(signer, shim_certificate(certificates, $0)) == 0
            }), let certificate = shim_certificate(certificates, index)
        else { throw SignedMessageError("the certificate of its signer is not in it") }
        guard CertificateRules.keyKind(of: certificate) == keyKind else {
            throw SignedMessageError(
                "the key in its signer's certificate is weak, or of a kind that is not checked here"
            )
        }
        CMS_SignerInfo_set1_signer_cert(signer, certificate)
        try checkAttributes()
        try checkContent(digest)
        let others = indices.filter { $0 != index }.map { shim_certificate(certificates, $0) }
        return .signed(by: try MessageSigner([certificate] + others))
    }

    /// What is signed when there are attributes: the set of them, which must name content and digest.
    private func checkAttributes() throws(SignedMessageError) {
        // None is -1; a set without any is refused below.
        guard CMS_signed_get_attr_count(signer) >= 0 else { return }
        // -3 asks for exactly one attribute with exactly one value.
        let type = CMS_signed_get0_data_by_OBJ(
            signer,
            OBJ_nid2obj(NID_pkcs9_contentType),
            -3,
            V_ASN1_OBJECT
        )
        guard let type, OBJ_cmp(OpaquePointer(type), CMS_get0_eContentType(message)) == 0 else {
            throw Self.otherContent
        }
        guard CMS_SignerInfo_verify(signer) == 1 else { throw Self.badSignature }
    }

    /// Compares the content's digest with the attribute's, or verifies the signature over it.
    private func checkContent(_ digest: SignatureDigest) throws(SignedMessageError) {
        let algorithm = EVP_MD_fetch(nil, digest.rawValue, nil)
        defer { EVP_MD_free(algorithm) }
        let hash = BIO_new(BIO_f_md())
        defer { BIO_free(hash) }
        let end = BIO_new(BIO_s_null())
        defer { BIO_free(end) }
        guard let algorithm, let hash, let end, shim_set_digest(hash, algorithm) == 1 else {
            throw SignedMessageError("OpenSSL has no \(digest.rawValue) here")
        }
        BIO_push(hash, end)
        defer { BIO_pop(hash) }
        guard
            BIO_write(hash, content, Int32(content.count)) == Int32(content.count)
                || content.isEmpty
        else { throw .unreadable }
        guard CMS_SignerInfo_verify_content(signer, hash) == 1 else {
            throw CMS_signed_get_attr_count(signer) >= 0 ? Self.otherContent : Self.badSignature
        }
    }

    private static func name(
        of algorithm: UnsafeMutablePointer<X509_ALGOR>?
    ) throws(SignedMessageError) -> OpaquePointer {
        var name: OpaquePointer?
        X509_ALGOR_get0(&name, nil, nil, algorithm)
        guard let name else { throw .unreadable }
        return name
    }

    private static let otherContent = SignedMessageError(
        "its content is not the one that was signed"
    )
    private static let badSignature = SignedMessageError(
        "its signature does not belong to its content"
    )
}

/// The hash algorithms whose signatures are checked, by OpenSSL's names.
enum SignatureDigest: String {
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"

    init?(_ name: Int32) {
        switch name {
        case NID_sha256: self = .sha256
        case NID_sha384: self = .sha384
        case NID_sha512: self = .sha512
        default: return nil
        }
    }

    /// The key that a signature with this digest is made by; nil for algorithms that are not checked.
    ///
    /// The name may be that of the key alone, which OpenSSL writes (RFC 3370, section 3.2).
    func keyKind(ofSignature name: Int32) -> CertificateRules.KeyKind? {
        switch (name, self) {
        case (NID_rsaEncryption, _), (NID_sha256WithRSAEncryption, .sha256),
            (NID_sha384WithRSAEncryption, .sha384), (NID_sha512WithRSAEncryption, .sha512):
            .rsa
        case (NID_X9_62_id_ecPublicKey, _), (NID_ecdsa_with_SHA256, .sha256),
            (NID_ecdsa_with_SHA384, .sha384), (NID_ecdsa_with_SHA512, .sha512):
            .ellipticCurve
        default: nil
        }
    }
}

/// Object identifiers as text.
enum OID {
    /// The numbers with dots between them; long ones are cut.
    static func text(_ object: OpaquePointer?) -> String {
        var bytes = [CChar](repeating: 0, count: 128)
        guard OBJ_obj2txt(&bytes, Int32(bytes.count), object, 1) > 0 else { return "?" }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }
}
