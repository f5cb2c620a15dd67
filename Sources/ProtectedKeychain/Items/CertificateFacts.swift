/// What the keychain knows a certificate by (RFC 5280, section 4.1): each as it stands in DER, without
/// a look at what it means.
struct CertificateFacts {
    let serialNumber: [UInt8]
    let issuer: [UInt8]
    let subject: [UInt8]

    /// Nil for bytes that are not laid out as a certificate.
    init?(_ bytes: [UInt8]) {
        var outer = DERReader(bytes[...])
        guard let certificate = outer.next(0x30), outer.isAtEnd else { return nil }
        var parts = DERReader(certificate)
        guard let signed = parts.next(0x30) else { return nil }
        var fields = DERReader(signed)
        // The version is there unless it is 1.
        _ = fields.next(0xA0)
        guard let number = fields.next(0x02), fields.next(0x30) != nil,
            let issuer = fields.next(0x30), fields.next(0x30) != nil,
            let subject = fields.next(0x30), fields.next(0x30) != nil
        else { return nil }
        serialNumber = Array(number)
        self.issuer = Array(issuer)
        self.subject = Array(subject)
    }
}

/// Walks over values in DER (X.690), one after the other.
private struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The content of the next value, when it has this tag; nil, and nothing is passed over, else.
    mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
        var bytes = rest
        guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            // Four bytes of length are more than any certificate has.
            guard (1...4).contains(count), bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(count)
        }
        guard bytes.count >= length else { return nil }
        rest = bytes.dropFirst(length)
        return bytes.prefix(length)
    }
}
