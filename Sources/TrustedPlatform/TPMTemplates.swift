#if TPM
import CTSS
import SodiumCrypto

extension TPM2B_PUBLIC {
    /// The TCG's reference for a storage root key on NIST P-256 (TPM v2.0 Provisioning Guidance,
    /// 7.5.1): every program that asks a chip for it gets the same key.
    static var storagePrimary: TPM2B_PUBLIC {
        var area = TPMT_PUBLIC()
        area.type = TPM2_ALG_ID(TPM2_ALG_ECC)
        area.nameAlg = TPM2_ALG_ID(TPM2_ALG_SHA256)
        area.objectAttributes = storageAttributes | TPMA_OBJECT(TPMA_OBJECT_NODA)
        var detail = TPMS_ECC_PARMS()
        detail.symmetric.algorithm = TPM2_ALG_ID(TPM2_ALG_AES)
        detail.symmetric.keyBits.aes = 128
        detail.symmetric.mode.aes = TPM2_ALG_ID(TPM2_ALG_CFB)
        detail.scheme.scheme = TPM2_ALG_ID(TPM2_ALG_NULL)
        detail.curveID = TPM2_ECC_CURVE(TPM2_ECC_NIST_P256)
        detail.kdf.scheme = TPM2_ALG_ID(TPM2_ALG_NULL)
        area.parameters.eccDetail = detail
        area.unique.ecc.x.size = 32
        area.unique.ecc.y.size = 32
        return TPM2B_PUBLIC(size: 0, publicArea: area)
    }

    private static let storageAttributes = TPMA_OBJECT(
        TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN
            | TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT
    )

    /// Whether it is a storage key on P-256 that never leaves its chip; programs differ in `noDA`.
    var isStorageKey: Bool {
        publicArea.type == TPM2_ALG_ID(TPM2_ALG_ECC)
            && publicArea.nameAlg == TPM2_ALG_ID(TPM2_ALG_SHA256)
            && publicArea.objectAttributes & Self.storageAttributes == Self.storageAttributes
            && publicArea.parameters.eccDetail.curveID == TPM2_ECC_CURVE(TPM2_ECC_NIST_P256)
    }

    /// Data that a chip seals: under `policy` or, without one, for whoever has the blob and the
    /// chip; wrong authorizations do not count towards the shared lockout.
    static func sealed(policy: [UInt8]) -> TPM2B_PUBLIC {
        var area = TPMT_PUBLIC()
        area.type = TPM2_ALG_ID(TPM2_ALG_KEYEDHASH)
        area.nameAlg = TPM2_ALG_ID(TPM2_ALG_SHA256)
        area.objectAttributes = TPMA_OBJECT(
            TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_NODA
        )
        if policy.isEmpty { area.objectAttributes |= TPMA_OBJECT(TPMA_OBJECT_USERWITHAUTH) }
        area.authPolicy = TPM2B_DIGEST(policy)
        area.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_ID(TPM2_ALG_NULL)
        return TPM2B_PUBLIC(size: 0, publicArea: area)
    }
}

extension TPM2B_DIGEST {
    /// At most 64 bytes.
    init(_ bytes: [UInt8]) {
        self.init()
        size = UInt16(bytes.count)
        withUnsafeMutableBytes(of: &buffer) { $0.copyBytes(from: bytes) }
    }

    var bytes: [UInt8] { withUnsafeBytes(of: buffer) { Array($0.prefix(Int(size))) } }
}

extension TPML_PCR_SELECTION {
    /// Registers of the bank sha256.
    init(_ mask: UInt32) {
        self.init()
        count = 1
        pcrSelections.0.hash = TPMI_ALG_HASH(TPM2_ALG_SHA256)
        pcrSelections.0.sizeofSelect = 3
        withUnsafeMutableBytes(of: &pcrSelections.0.pcrSelect) { bytes in
            for index in 0..<3 { bytes[index] = UInt8(truncatingIfNeeded: mask >> (8 * index)) }
        }
    }

    /// Its registers of the bank sha256, when that is the only bank that was asked for.
    var mask: UInt32 {
        guard count > 0, pcrSelections.0.hash == TPMI_ALG_HASH(TPM2_ALG_SHA256) else { return 0 }
        return withUnsafeBytes(of: pcrSelections.0.pcrSelect) { bytes in
            (0..<3).reduce(0) { $0 | UInt32(bytes[$1]) << (8 * $1) }
        }
    }
}

extension TPM2B_NAME {
    var bytes: [UInt8] { withUnsafeBytes(of: name) { Array($0.prefix(Int(size))) } }
}

extension TPMT_SYM_DEF {
    /// AES-128 in CFB, for parameters on their way.
    static var parameters: TPMT_SYM_DEF {
        var definition = TPMT_SYM_DEF()
        definition.algorithm = TPM2_ALG_ID(TPM2_ALG_AES)
        definition.keyBits.aes = 128
        definition.mode.aes = TPM2_ALG_ID(TPM2_ALG_CFB)
        return definition
    }

    /// No encryption.
    static var none: TPMT_SYM_DEF {
        var definition = TPMT_SYM_DEF()
        definition.algorithm = TPM2_ALG_ID(TPM2_ALG_NULL)
        return definition
    }
}

/// Policy digests (TPM 2.0 part 3, 23), which need no chip.
enum TPMPolicy {
    private static let start = [UInt8](repeating: 0, count: 32)

    /// Who knows the authorization of an NV index with this name and, in the same HMAC, the
    /// object's own.
    static func pin(indexName: [UInt8]) -> [UInt8] {
        // PolicySecret has a second step, for its reference, also when that is empty.
        let secret = hash(hash(start + code(TPM2_CC_PolicySecret) + indexName))
        return hash(secret + code(TPM2_CC_PolicyAuthValue))
    }

    /// Whoever reads.
    static var reading: [UInt8] {
        hash(start + code(TPM2_CC_PolicyCommandCode) + code(TPM2_CC_NV_Read))
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }

    private static func code(_ command: some BinaryInteger) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: UInt32(command) >> (24 - 8 * $0)) }
    }
}
#endif
