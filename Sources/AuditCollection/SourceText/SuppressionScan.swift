import PolicyAudit

/// Finds the words `protectctl:allow` in a text.
enum SuppressionScan {
    private static let mark = Array("protectctl:allow".utf8)

    /// The offsets at which the words begin.
    static func offsets(in bytes: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        var offset = 0
        while offset + mark.count <= bytes.count {
            if bytes[offset] == mark[0], bytes[offset..<offset + mark.count].elementsEqual(mark) {
                offsets.append(offset)
                offset += mark.count
            } else {
                offset += 1
            }
        }
        return offsets
    }

    /// The comment whose words begin at `offset`: what follows them on their line.
    static func comment(
        at offset: Int,
        in bytes: [UInt8],
        lines: LineTable
    ) -> SuppressionComment {
        let rest = bytes[(offset + mark.count)...].prefix { $0 != UInt8(ascii: "\n") }
        var text = String(decoding: rest.prefix(4096), as: UTF8.self)
        if let end = text.firstRange(of: "*/") { text.removeSubrange(end.lowerBound...) }
        while text.last?.isWhitespace == true { text.removeLast() }
        return SuppressionComment(
            String(text.drop { $0.isWhitespace }),
            at: lines.place(at: offset)
        )
    }
}
