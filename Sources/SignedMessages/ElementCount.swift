/// Counts the elements of BER before OpenSSL makes objects of them.
///
/// An object takes many times the two bytes of a small element, so a hostile message of a few
/// megabytes would fill the memory; only sizes and depths are looked at here.
enum ElementCount {
    /// Far more than a signature, its certificates and a content in pieces have.
    static let most = 100_000
    static let deepest = 32

    /// - Throws: `SignedMessageError` for too many or too deep elements, and for one that is longer
    ///   than what it stands in.
    static func check(_ bytes: [UInt8]) throws(SignedMessageError) {
        var open: [Open] = []
        var position = 0
        var count = 0
        repeat {
            count += 1
            guard count <= most, open.count <= deepest else {
                throw SignedMessageError("its CMS message has too many or too deep elements")
            }
            let limit = open.last?.limit ?? bytes.count
            guard let header = Header(bytes[position..<limit]) else {
                throw SignedMessageError.unreadable
            }
            position = header.contentStart
            if header.isEndOfContents, open.last?.endsWithZeros == true {
                open.removeLast()
            } else if header.isConstructed {
                let end = header.contentEnd
                open.append(Open(limit: end ?? limit, endsWithZeros: end == nil))
            } else {
                guard let end = header.contentEnd else { throw SignedMessageError.unreadable }
                position = end
            }
            while let last = open.last, !last.endsWithZeros, last.limit == position {
                open.removeLast()
            }
        } while !open.isEmpty
    }

    /// An element whose content is being counted.
    private struct Open {
        /// Where its content ends at the latest.
        let limit: Int
        /// Its length is indefinite: two zero bytes end it.
        let endsWithZeros: Bool
    }

    /// Identifier and length (X.690, sections 8.1.2 and 8.1.3).
    private struct Header {
        let isConstructed: Bool
        let isEndOfContents: Bool
        let contentStart: Int
        /// nil for an indefinite length.
        let contentEnd: Int?

        init?(_ bytes: ArraySlice<UInt8>) {
            var rest = bytes
            guard let first = rest.popFirst() else { return nil }
            isConstructed = first & 0x20 != 0
            if first & 0x1F == 0x1F {
                while let next = rest.popFirst(), next & 0x80 != 0 {}
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
    }
}
