import COpenSSL
package import ProtectionModel

/// Who signed a message, as the certificate says.
package struct MessageSigner: Sendable {
    /// The certificate's subject, as RFC 4514 writes names.
    package let subject: String
    package let issuer: String
    package let notBefore: Timestamp
    package let notAfter: Timestamp
    /// Whether the certificate's key usage, where it has one, allows signatures.
    package let mayUseKeyToSign: Bool
    /// The signer's certificate, then the others that came with the message, in DER.
    package let certificates: [[UInt8]]

    /// Takes the signer's certificate and the others.
    init(_ certificates: [OpaquePointer?]) throws(SignedMessageError) {
        guard let signer = certificates.first else { throw .unreadable }
        subject = try Self.text(X509_get_subject_name(signer))
        issuer = try Self.text(X509_get_issuer_name(signer))
        notBefore = try Self.timestamp(X509_get0_notBefore(signer))
        notAfter = try Self.timestamp(X509_get0_notAfter(signer))
        mayUseKeyToSign = signer.map(CertificateRules.allowsSignatures) ?? false
        var encodings: [[UInt8]] = []
        for certificate in certificates {
            encodings.append(try OpenSSL.encoding { i2d_X509(certificate, $0) })
        }
        self.certificates = encodings
    }

    private static func timestamp(
        _ time: UnsafePointer<ASN1_TIME>?
    ) throws(SignedMessageError) -> Timestamp {
        let epoch = ASN1_TIME_set(nil, 0)
        defer { ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard let time, ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
            throw .unreadable
        }
        return Timestamp(seconds: Int64(days) * 86_400 + Int64(seconds))
    }

    /// A name as RFC 4514 writes it: the last part first, what was set together joined by a plus.
    private static func text(_ name: OpaquePointer?) throws(SignedMessageError) -> String {
        var parts: [String] = []
        var lastSet: Int32?
        for index in 0..<max(X509_NAME_entry_count(name), 0) {
            let entry = X509_NAME_get_entry(name, index)
            let object = X509_NAME_ENTRY_get_object(entry)
            let key = keys[OBJ_obj2nid(object)] ?? OID.text(object)
            let text = "\(key)=\(try value(X509_NAME_ENTRY_get_data(entry)))"
            let set = X509_NAME_ENTRY_set(entry)
            if set == lastSet, let last = parts.popLast() {
                parts.append("\(last)+\(text)")
            } else {
                parts.append(text)
            }
            lastSet = set
        }
        return parts.reversed().joined(separator: ",")
    }

    private static let keys: [Int32: String] = [
        NID_commonName: "CN", NID_countryName: "C", NID_localityName: "L",
        NID_stateOrProvinceName: "ST", NID_organizationName: "O",
        NID_organizationalUnitName: "OU", NID_streetAddress: "STREET",
        NID_domainComponent: "DC", NID_pkcs9_emailAddress: "E",
    ]

    /// A value with the escapes of RFC 4514; what is not text is written as hexadecimal DER after a
    /// number sign.
    ///
    /// OpenSSL escapes the control characters of ASCII alone. What else is unprintable is escaped
    /// as RFC 4514 (section 2.4) has it for any character: a backslash before each byte of UTF-8.
    private static func value(
        _ string: UnsafeMutablePointer<ASN1_STRING>?
    ) throws(SignedMessageError) -> String {
        let output = BIO_new(BIO_s_mem())
        defer { BIO_free(output) }
        let flags =
            ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT
            | ASN1_STRFLGS_DUMP_UNKNOWN | ASN1_STRFLGS_DUMP_DER
        guard let output, ASN1_STRING_print_ex(output, string, UInt(flags)) >= 0 else {
            throw .unreadable
        }
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        let count = Int(BIO_read(output, &bytes, Int32(bytes.count)))
        var text = ""
        for scalar in String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).unicodeScalars {
            if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in scalar.utf8 {
                    text += byte < 0x10 ? "\\0" : "\\"
                    text += String(byte, radix: 16, uppercase: true)
                }
            }
        }
        return text
    }
}
