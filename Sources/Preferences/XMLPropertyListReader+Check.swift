extension XMLPropertyListReader {
    /// Refuses what has no place in a property list, though it may be XML: other encodings, control
    /// characters, instructions and declarations.
    static func check(_ bytes: [UInt8]) throws(PropertyListError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw PropertyListError("it is neither binary nor UTF-8")
        }
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) else {
            throw PropertyListError("it is neither binary nor XML")
        }
        let body = try skipDeclaration(of: bytes)
        var index = body.startIndex
        while let start = body[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            let markup = body[index...]
            if markup.first == UInt8(ascii: "?") {
                throw PropertyListError("it holds a processing instruction")
            }
            guard markup.first == UInt8(ascii: "!") else { continue }
            let known = ["!--", "![CDATA[", "!DOCTYPE"].contains { markup.starts(with: $0.utf8) }
            guard known else { throw PropertyListError("it declares something of its own") }
        }
    }

    /// What follows the XML declaration, which may name no encoding but UTF-8.
    private static func skipDeclaration(
        of bytes: [UInt8]
    ) throws(PropertyListError) -> ArraySlice<UInt8> {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].starts(with: "<?xml".utf8),
            let end = bytes.firstIndex(of: UInt8(ascii: ">"))
        else { return bytes[start...] }
        let declaration = String(decoding: bytes[start...end], as: UTF8.self).lowercased()
            .filter { !$0.isWhitespace }.replacing("'", with: "\"")
        guard declarations.contains(declaration) else {
            throw PropertyListError("its XML declaration is not the one of UTF-8")
        }
        return bytes[end...]
    }

    /// All there are, without white space.
    private static let declarations = Set(
        ["1.0", "1.1"].flatMap { version in
            ["", "encoding=\"utf-8\"", "encoding=\"us-ascii\""].flatMap { encoding in
                ["", "standalone=\"yes\"", "standalone=\"no\""].map { standalone in
                    "<?xmlversion=\"\(version)\"\(encoding)\(standalone)?>"
                }
            }
        }
    )
}
