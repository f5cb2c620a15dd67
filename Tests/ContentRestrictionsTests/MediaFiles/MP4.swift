/// Builds MP4 files, also broken ones.
enum MP4 {
    /// A box with a true size.
    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return number(8 + content.count) + type.unicodeScalars.map { UInt8($0.value) } + content
    }

    /// A box whose header claims any size, followed by what is really there.
    static func lying(_ type: String, size: Int, _ content: [UInt8] = []) -> [UInt8] {
        number(size) + Array(type.utf8) + content
    }

    /// A box with its size in 64 bits.
    static func wide(_ type: String, size: UInt64? = nil, _ content: [UInt8] = []) -> [UInt8] {
        number(1) + Array(type.utf8)
            + number(Int(bitPattern: UInt(size ?? UInt64(16 + content.count))), 8)
            + content
    }

    /// A number of some bytes, the highest first.
    static func number(_ value: Int, _ byteCount: Int = 4) -> [UInt8] {
        (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func data(_ value: [UInt8], type: UInt8) -> [UInt8] {
        box("data", [0, 0, 0, type, 0, 0, 0, 0], value)
    }

    /// A number as iTunes writes it.
    static func number(entry: String, _ value: UInt8, type: UInt8 = 21) -> [UInt8] {
        box(entry, data([value], type: type))
    }

    static func freeform(_ mean: String, _ name: String, _ values: [UInt8]...) -> [UInt8] {
        let version: [UInt8] = [0, 0, 0, 0]
        return box(
            "----",
            box("mean", version, Array(mean.utf8)),
            box("name", version, Array(name.utf8)),
            values.flatMap { $0 }
        )
    }

    /// The entry that holds ratings, with one text after the other.
    static func rating(_ texts: String...) -> [UInt8] {
        freeform(
            "com.apple.iTunes",
            "iTunEXTC",
            texts.flatMap { data(Array($0.utf8), type: 1) }
        )
    }

    static let handler = box("hdlr", [UInt8](repeating: 0, count: 25))

    /// `udta.meta.ilst` with entries; QuickTime's has no version.
    static func userData(_ entries: [UInt8]..., version: [UInt8] = [0, 0, 0, 0]) -> [UInt8] {
        box("udta", box("meta", version, handler, box("ilst", entries.flatMap { $0 })))
    }

    static func movie(_ content: [UInt8]...) -> [UInt8] {
        box("moov", box("mvhd", [UInt8](repeating: 0, count: 100)), content.flatMap { $0 })
    }

    static func start(brand: String = "mp42") -> [UInt8] {
        box("ftyp", Array(brand.utf8), [0, 0, 0, 0], Array("isom".utf8))
    }

    static let media = box("mdat", [UInt8](repeating: 0xA5, count: 40))

    /// A whole file with these entries.
    static func file(_ entries: [UInt8]..., brand: String = "mp42") -> [UInt8] {
        start(brand: brand) + movie(userData(entries.flatMap { $0 })) + media
    }
}
