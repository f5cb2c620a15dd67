import COpenSSL

/// What certificates must satisfy beyond what OpenSSL itself asks.
///
/// Source: RFC 5280. OpenSSL knows older and weaker certificates than are taken here, and what it
/// cannot check it leaves to the caller:
/// - Keys are RSA of 2048 to 8192 bits with a usual exponent, P-256, P-384, P-521 or Ed25519, by
///   the curve's name and in full.
/// - Signatures on all but the anchor are made with SHA-2 or Ed25519. An anchor's own says nothing.
/// - The only critical extensions are basic constraints, name constraints and key usage. None is
///   repeated or damaged, and version 1 has none at all.
/// - A signer's key usage, where it has one, allows signatures or non-repudiation (section 4.2.1.3).
/// - An issuer says in its basic constraints that it is one; a self-signed certificate of version 1
///   is accepted as an anchor. Key usage alone does not make an issuer.
enum CertificateRules {
    enum KeyKind {
        case rsa
        case ellipticCurve
        case ed25519
    }

    /// Far more than a certificate has; each is compared with the others.
    private static let mostExtensions: Int32 = 64

    /// The certificate in DER, for the caller to free; nil for anything else, or more.
    static func parse(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            guard let certificate = d2i_X509(nil, &position, bytes.count) else { return nil }
            guard position == bytes.baseAddress?.advanced(by: bytes.count) else {
                X509_free(certificate)
                return nil
            }
            return certificate
        }
    }

    /// Bytes of the issuer's name times those of the distribution points; usual are some 50,000.
    private static let mostDistributionWork = 1 << 20

    /// Whether OpenSSL can read the extensions without filling the memory; to be asked before
    /// anything that needs them.
    ///
    /// It copies the issuer's name for each distribution point of revocation lists that is written
    /// relative to it, so that a certificate of 150,000 bytes would take gigabytes.
    static func areExtensionsReadable(_ certificate: OpaquePointer) -> Bool {
        var byteCount = 0
        var index = X509_get_ext_by_NID(certificate, NID_crl_distribution_points, -1)
        while index >= 0 {
            let item = X509_get_ext(certificate, index)
            byteCount += Int(ASN1_STRING_length(X509_EXTENSION_get_data(item)))
            index = X509_get_ext_by_NID(certificate, NID_crl_distribution_points, index)
        }
        guard byteCount > 0 else { return true }
        let nameByteCount = Int(i2d_X509_NAME(X509_get_issuer_name(certificate), nil))
        return nameByteCount >= 0 && byteCount * nameByteCount <= mostDistributionWork
    }

    /// Whether the certificate's key may sign what is not a certificate: without a key usage any
    /// may, and with extensions that cannot be read none.
    static func allowsSignatures(_ certificate: OpaquePointer) -> Bool {
        // All bits are set when the extension is absent, and none when one is damaged.
        X509_get_key_usage(certificate) & UInt32(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION) != 0
    }

    /// Whether a chain may begin with the certificate.
    static func allowAsSigner(_ certificate: OpaquePointer) -> Bool {
        keyKind(of: certificate) != nil && areExtensionsSound(certificate)
            && isSignatureStrong(certificate) && allowsSignatures(certificate)
    }

    /// Whether it may stand between signer and anchor.
    static func allowAsIssuer(_ certificate: OpaquePointer) -> Bool {
        allowAsAnchor(certificate) && isSignatureStrong(certificate)
    }

    /// Whether a chain may end with it.
    static func allowAsAnchor(_ certificate: OpaquePointer) -> Bool {
        // 1: by its basic constraints; 3: self-signed, of version 1.
        keyKind(of: certificate) != nil && areExtensionsSound(certificate)
            && [1, 3].contains(X509_check_ca(certificate))
    }

    /// The kind of a certificate's key; nil for a weak or uncommon one.
    static func keyKind(of certificate: OpaquePointer) -> KeyKind? {
        var name: OpaquePointer?
        var bytes: UnsafePointer<UInt8>?
        var count: Int32 = 0
        var algorithm: UnsafeMutablePointer<X509_ALGOR>?
        guard let key = X509_get0_pubkey(certificate),
            X509_PUBKEY_get0_param(
                &name,
                &bytes,
                &count,
                &algorithm,
                X509_get_X509_PUBKEY(certificate)
            ) == 1
        else { return nil }
        switch OBJ_obj2nid(name) {
        case NID_rsaEncryption: return isStrongRSA(key) ? .rsa : nil
        case NID_X9_62_id_ecPublicKey:
            let isUncompressed = count > 0 && bytes?.pointee == 0x04
            return isUncompressed && isKnownCurve(algorithm) ? .ellipticCurve : nil
        case NID_ED25519: return .ed25519
        default: return nil
        }
    }

    private static func isStrongRSA(_ key: OpaquePointer) -> Bool {
        guard (2048...8192).contains(EVP_PKEY_get_bits(key)) else { return false }
        var exponent: OpaquePointer?
        defer { BN_free(exponent) }
        return EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent) == 1
            && BN_is_odd(exponent) == 1 && (2...33).contains(BN_num_bits(exponent))
    }

    private static func isKnownCurve(_ algorithm: UnsafeMutablePointer<X509_ALGOR>?) -> Bool {
        var kind: Int32 = 0
        var curve: UnsafeRawPointer?
        X509_ALGOR_get0(nil, &kind, &curve, algorithm)
        guard kind == V_ASN1_OBJECT, let curve else { return false }
        return [NID_X9_62_prime256v1, NID_secp384r1, NID_secp521r1]
            .contains(OBJ_obj2nid(OpaquePointer(curve)))
    }

    private static func isSignatureStrong(_ certificate: OpaquePointer) -> Bool {
        [
            NID_sha256WithRSAEncryption, NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption,
            NID_ecdsa_with_SHA256, NID_ecdsa_with_SHA384, NID_ecdsa_with_SHA512, NID_ED25519,
        ].contains(X509_get_signature_nid(certificate))
    }

    private static func areExtensionsSound(_ certificate: OpaquePointer) -> Bool {
        let count = X509_get_ext_count(certificate)
        guard count <= mostExtensions, X509_get_version(certificate) > X509_VERSION_1 || count <= 0,
            X509_get_extension_flags(certificate) & UInt32(EXFLAG_INVALID) == 0
        else { return false }
        return (0..<max(count, 0)).allSatisfy { index in
            let item = X509_get_ext(certificate, index)
            let name = X509_EXTENSION_get_object(item)
            return X509_get_ext_by_OBJ(certificate, name, index) < 0
                && (X509_EXTENSION_get_critical(item) == 0
                    || [NID_basic_constraints, NID_name_constraints, NID_key_usage]
                        .contains(OBJ_obj2nid(name)))
        }
    }
}
