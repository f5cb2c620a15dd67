/// What a message may have before OpenSSL makes objects of it.
///
/// An object takes some fifty times the two bytes of a small element, so a hostile message of a few
/// megabytes would fill the memory. Counting elements alone does not help: OpenSSL also reads those
/// in certificates' extensions and keys, which stand in OCTET STRINGs and BIT STRINGs and are not
/// seen here. So all but the content (eContent, RFC 5652, section 5.2), of which OpenSSL makes one
/// string, has few bytes; elements, those of a content in pieces among them, are few and not deep.
/// Revocation lists, which have the most to read and are not looked at, are refused.
///
/// The content is what stands at one place below certain tags, where OpenSSL, too, reads an OCTET
/// STRING or refuses the message.
struct MessageBounds {
    /// Far more than a signature, its certificates and a content in pieces have.
    private static let mostElements = 100_000
    private static let deepest = 32
    /// Far more than a signature and its certificates take: 1 MiB.
    private static let mostBytesBesideContent = 1 << 20

    private let bytes: [UInt8]
    private var position = 0
    private var count = 0
    private var contentByteCount = 0
    private var isSigned = false
    /// The elements around the position.
    private var open: [Element] = []

    /// - Throws: `SignedMessageError` for a message beyond the bounds, one that is not signed, one
    ///   with revocation lists, for an element that is longer than what it stands in, and for
    ///   bytes after the message.
    static func check(_ bytes: [UInt8]) throws(SignedMessageError) {
        var bounds = MessageBounds(bytes)
        repeat { try bounds.readElement() } while !bounds.open.isEmpty
        guard bounds.position == bytes.count else { throw .unreadable }
        guard bytes.count - bounds.contentByteCount <= mostBytesBesideContent else {
            throw SignedMessageError(
                "its CMS message has more than \(mostBytesBesideContent) bytes beside its content"
            )
        }
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a header, and what it heads when that is primitive.
    private mutating func readElement() throws(SignedMessageError) {
        count += 1
        guard count <= Self.mostElements, open.count <= Self.deepest else {
            throw SignedMessageError("its CMS message has too many or too deep elements")
        }
        let limit = open.last?.limit ?? bytes.count
        guard let header = Header(bytes[position..<limit]) else { throw .unreadable }
        let start = position
        position = header.contentStart
        if header.isEndOfContents, open.last?.endsWithZeros == true {
            close()
        } else {
            let element = Element(
                part: try part(of: header),
                start: start,
                limit: header.contentEnd ?? limit,
                endsWithZeros: header.contentEnd == nil
            )
            open.append(element)
            if !header.isConstructed {
                guard let end = header.contentEnd else { throw .unreadable }
                position = end
                close()
            }
        }
        while let last = open.last, !last.endsWithZeros, last.limit == position { close() }
    }

    /// Leaves the innermost element, which ends at the position.
    private mutating func close() {
        guard let last = open.popLast() else { return }
        if last.part == .content { contentByteCount += position - last.start }
    }

    /// What the next element of the innermost one is.
    private mutating func part(of header: Header) throws(SignedMessageError) -> Part {
        guard let last = open.indices.last else { return header.tag == 0x30 ? .message : .other }
        let index = open[last].childCount
        open[last].childCount += 1
        switch (open[last].part, index, header.tag) {
        case (.message, 0, 0x06):
            isSigned = header.contentEnd.map { bytes[header.contentStart..<$0] } == Self.signedData
        case (.message, 1, 0xA0):
            guard isSigned else { throw .notSigned }
            return .signedDataWrapper
        case (.signedDataWrapper, 0, 0x30): return .signedData
        case (.signedData, 2, 0x30): return .contentInfo
        case (.signedData, _, 0xA1):
            throw SignedMessageError("its CMS message has revocation lists, which are not read")
        case (.contentInfo, 1, 0xA0): return .contentWrapper
        case (.contentWrapper, 0, 0x04), (.contentWrapper, 0, 0x24): return .content
        default: break
        }
        return .other
    }

    /// id-signedData, 1.2.840.113549.1.7.2.
    private static let signedData: ArraySlice<UInt8> = [
        0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2,
    ]

    /// Where an element stands in `ContentInfo`, `SignedData` and `EncapsulatedContentInfo`.
    private enum Part {
        case message
        case signedDataWrapper
        case signedData
        case contentInfo
        case contentWrapper
        case content
        case other
    }

    /// An element whose content is being read.
    private struct Element {
        let part: Part
        let start: Int
        /// Where its content ends at the latest.
        let limit: Int
        /// Its length is indefinite: two zero bytes end it.
        let endsWithZeros: Bool
        var childCount = 0
    }

    /// Identifier and length (X.690, sections 8.1.2 and 8.1.3).
    private struct Header {
        /// The identifier's first byte: class, form and number, when that is below 31.
        let tag: UInt8
        let isEndOfContents: Bool
        let contentStart: Int
        /// nil for an indefinite length.
        let contentEnd: Int?

        var isConstructed: Bool { tag & 0x20 != 0 }

        init?(_ bytes: ArraySlice<UInt8>) {
            var rest = bytes
            guard let first = rest.popFirst() else { return nil }
            tag = first
            if first & 0x1F == 0x1F {
                // OpenSSL takes small numbers in this form too; then they would pass for others.
                guard let number = Self.longNumber(&rest), number >= 0x1F else { return nil }
            }
            guard let short = rest.popFirst() else { return nil }
            isEndOfContents = first == 0 && short == 0
            guard short != 0x80 else {
                contentStart = rest.startIndex
                contentEnd = nil
                return
            }
            var length = Int(short)
            if short > 0x80 {
                length = 0
                for _ in 0..<short & 0x7F {
                    guard let digit = rest.popFirst(), length <= Int.max >> 8 else { return nil }
                    length = length << 8 | Int(digit)
                }
            }
            contentStart = rest.startIndex
            guard length <= rest.count else { return nil }
            contentEnd = rest.startIndex + length
        }

        /// A number in digits of seven bits; all but the last have the eighth.
        private static func longNumber(_ rest: inout ArraySlice<UInt8>) -> Int? {
            var number = 0
            while let digit = rest.popFirst() {
                guard number <= Int.max >> 7 else { return nil }
                number = number << 7 | Int(digit & 0x7F)
                if digit & 0x80 == 0 { return number }
            }
            return nil
        }
    }
}
