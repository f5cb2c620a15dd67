import AuditFacts

/// Finds the words `protectctl:allow` in a text.
enum SuppressionScan {
    private static let mark = Array("protectctl:allow".utf8)

    /// How many comments of a file count; nobody writes as many.
    private static let limit = 4_096

    /// The offsets at which the words begin, the first ones of each line.
    static func offsets(in bytes: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        var offset = 0
        while offset + mark.count <= bytes.count, offsets.count < limit {
            if bytes[offset] == mark[0], bytes[offset..<offset + mark.count].elementsEqual(mark),
                offset == 0 || canPrecede(bytes[offset - 1])
            {
                offsets.append(offset)
                // A comment goes to the end of its line, whatever is in it.
                offset = bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count
            } else {
                offset += 1
            }
        }
        return offsets
    }

    /// Whether the words may begin behind `byte`: not in the quotes of a text that is about them.
    private static func canPrecede(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "/*-#!".utf8.contains(byte)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// The comment whose words begin at `offset`: what follows them on their line.
    static func comment(
        at offset: Int,
        in bytes: [UInt8],
        lines: LineTable
    ) -> SuppressionComment {
        let rest = bytes[(offset + mark.count)...].prefix(4096)
        var text = String(decoding: rest.prefix { !isLineEnd($0) }, as: UTF8.self)
        if let end = text.firstRange(of: "*/") { text.removeSubrange(end.lowerBound...) }
        while text.last?.isWhitespace == true { text.removeLast() }
        return SuppressionComment(
            String(text.drop { $0.isWhitespace }),
            at: lines.place(at: offset)
        )
    }
}
