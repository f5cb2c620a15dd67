#if !canImport(Darwin)
public import Foundation

/// A certificate, as its bytes; nothing is verified.
public final class SecCertificate: Sendable, Hashable {
    let data: Data
    let attributes: [String: ItemValue]

    /// Nil for what is not a certificate in DER.
    init?(_ data: Data) {
        guard let facts = CertificateFacts(Array(data)) else { return nil }
        self.data = data
        attributes = [
            // X.509 version 3, in DER (`cssmtype.h`).
            "ctyp": .integer(3), "cenc": .integer(3), "issr": .bytes(facts.issuer),
            "slnr": .bytes(facts.serialNumber), "subj": .bytes(facts.subject),
        ]
    }

    /// Equal when the bytes are.
    public static func == (left: SecCertificate, right: SecCertificate) -> Bool {
        left.data == right.data
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(data) }
}

/// A certificate of its bytes in DER; nil for what is none.
public func SecCertificateCreateWithData(
    _ allocator: CFAllocator?,
    _ data: CFData
) -> SecCertificate? {
    SecCertificate(data as Data)
}

/// The bytes of a certificate.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    certificate.data as CFData
}
#endif
