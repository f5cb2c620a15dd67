/// A text that is kept while it is short, with one space for all white space in a row.
struct XMLText {
    private var kept: [UInt8] = []
    private var isCut = false
    private let limit: Int

    /// `limit` is in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The whole text; nil for one beyond the limit.
    var bytes: [UInt8]? { isCut ? nil : kept }

    mutating func append(_ byte: UInt8) {
        let isSpace = XMLTokenizer.isSpace(byte)
        guard !isSpace || kept.last != 0x20 else { return }
        guard kept.count < limit else {
            isCut = true
            return
        }
        kept.append(isSpace ? 0x20 : byte)
    }

    mutating func append(_ bytes: [UInt8]) {
        for byte in bytes { append(byte) }
    }
}
