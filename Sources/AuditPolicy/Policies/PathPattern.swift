/// A pattern of paths: `*` for any characters but `/`, `**` for any folders, `?` for one character.
///
/// One without `/` is matched against the last component, one that begins with `/` against the
/// whole path, any other against the path's end. Case counts.
package struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    /// As it is written.
    package let text: String

    /// The pattern `text`.
    package init(_ text: String) {
        self.text = text
    }

    /// As it is written.
    package var description: String { text }

    /// Whether `path` fits, components separated by `/`.
    package func matches(_ path: String) -> Bool {
        let components = path.split(separator: "/").map { Array($0.unicodeScalars) }
        let wanted = text.split(separator: "/").map { Array($0.unicodeScalars) }
        guard !wanted.isEmpty else { return false }
        guard text.contains("/") else {
            return components.last.map { Self.fits($0[...], wanted[0][...]) } ?? false
        }
        let anywhere: [[Unicode.Scalar]] = text.hasPrefix("/") ? [] : [["*", "*"]]
        return Self.fits(components[...], (anywhere + wanted)[...])
    }

    /// Both loops remember only the last star, so a hostile pattern costs no more than the product
    /// of both lengths.
    private static func fits(
        _ components: ArraySlice<[Unicode.Scalar]>,
        _ wanted: ArraySlice<[Unicode.Scalar]>
    ) -> Bool {
        fits(components, wanted, isStar: { $0 == ["*", "*"] }) { fits($0[...], $1[...]) }
    }

    private static func fits(
        _ name: ArraySlice<Unicode.Scalar>,
        _ wanted: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        fits(name, wanted, isStar: { $0 == "*" }) { $1 == "?" || $0 == $1 }
    }

    private static func fits<Element>(
        _ text: ArraySlice<Element>,
        _ wanted: ArraySlice<Element>,
        isStar: (Element) -> Bool,
        _ equal: (Element, Element) -> Bool
    ) -> Bool {
        var place = text.startIndex
        var pattern = wanted.startIndex
        var retry: (place: Int, pattern: Int)?
        while place < text.endIndex {
            if pattern < wanted.endIndex, isStar(wanted[pattern]) {
                pattern += 1
                retry = (place, pattern)
            } else if pattern < wanted.endIndex, equal(text[place], wanted[pattern]) {
                place += 1
                pattern += 1
            } else if let last = retry {
                retry = (last.place + 1, last.pattern)
                place = last.place + 1
                pattern = last.pattern
            } else {
                return false
            }
        }
        return wanted[pattern...].allSatisfy(isStar)
    }
}
