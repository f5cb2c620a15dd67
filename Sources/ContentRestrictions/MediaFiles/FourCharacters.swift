/// The type of a box: four bytes that are mostly letters.
struct FourCharacters: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Takes exactly four bytes.
    init(_ bytes: some Collection<UInt8>) {
        rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    init(stringLiteral text: String) {
        self.init(text.utf8)
    }

    /// Readable whatever a file has there.
    var description: String {
        stride(from: 24, through: 0, by: -8).map { shift in
            let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
            return (0x20..<0x7F).contains(byte)
                ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16)
        }
        .joined()
    }
}

extension FourCharacters {
    static let moov: Self = "moov"
    static let udta: Self = "udta"
    static let meta: Self = "meta"
    static let ilst: Self = "ilst"
    static let freeform: Self = "----"
    static let mean: Self = "mean"
    static let name: Self = "name"
    static let data: Self = "data"
    static let advisory: Self = "rtng"
    static let mediaKind: Self = "stik"
    static let fileType: Self = "ftyp"
    static let compressedMovie: Self = "cmov"

    /// What a `meta` box may begin with.
    static let firstInMeta: Set<Self> = ["hdlr", "keys", "ilst", "free", "mhdr", "ctry", "lang"]
    /// What a file may begin with: ISO/IEC 14496-12 wants `ftyp` first; QuickTime does not know it, and
    /// segments of streams have their own.
    static let firstInFile: Set<Self> = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp", "moof", "sidx",
    ]
}
