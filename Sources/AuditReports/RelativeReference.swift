/// A path as a relative reference of a URL (RFC 3986, section 4.2).
enum RelativeReference {
    /// `path` percent-encoded, without the root it may begin with.
    ///
    /// It stays below the root unless ``leavesRoot(_:)``.
    static func text(of path: String) -> String {
        var text = ""
        for byte in trimmed(path).utf8 {
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }

    /// `path` without a leading `./` and slashes.
    static func trimmed(_ path: String) -> String {
        var rest = path[...]
        while let first = rest.first {
            if first == "/" {
                rest = rest.dropFirst()
            } else if rest.hasPrefix("./") {
                rest = rest.dropFirst(2)
            } else {
                break
            }
        }
        return rest.isEmpty ? "." : String(rest)
    }

    /// Whether `path` leads out of the root, as the path of a policy beside the audited folder does.
    static func leavesRoot(_ path: String) -> Bool {
        var depth = 0
        for name in trimmed(path).split(separator: "/") where name != "." {
            depth += name == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// Section 2.3, and the slash.
    ///
    /// A colon in the first segment would make the text before it a
    /// scheme, so it is not among them.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
