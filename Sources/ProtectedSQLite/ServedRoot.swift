import ProtectionModel

/// The host path under which a device's root folder is seen, in bytes.
struct ServedRoot {
    /// As it was given, without repetitions and dots.
    let text: String
    /// As it was given, and with its symbolic links resolved.
    private let spellings: [[ArraySlice<UInt8>]]

    /// Reads a root.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    init(
        _ path: String,
        resolving resolve: (String) -> [UInt8]?
    ) throws(ProtectionError) {
        let names = Self.names(Array(path.utf8))
        guard path.utf8.first == slash, !names.isEmpty, !path.utf8.contains(0),
            !names.contains(where: { $0.elementsEqual("..".utf8) })
        else {
            throw ProtectionError(
                .invalidArgument,
                "'\(path)' is not the absolute path of a folder other than '/', without '..'"
            )
        }
        text = names.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
        spellings = [names] + (resolve(text).map { [Self.names($0)] } ?? [])
    }

    /// Whether one of two roots is the other, or lies below it.
    func overlaps(_ other: ServedRoot) -> Bool {
        spellings.contains { own in
            other.spellings.contains { $0.starts(with: own) || own.starts(with: $0) }
        }
    }

    /// The names below the root that an absolute path leads through; nil when it is elsewhere.
    func names(below path: [UInt8]) -> [ArraySlice<UInt8>]? {
        let names = Self.names(path)
        for spelling in spellings where names.starts(with: spelling) {
            if let rest = Self.resolved(names.dropFirst(spelling.count)) { return rest }
        }
        return nil
    }

    /// - Returns: nil when the path leaves the root again.
    private static func resolved(
        _ names: ArraySlice<ArraySlice<UInt8>>
    ) -> [ArraySlice<UInt8>]? {
        var resolved: [ArraySlice<UInt8>] = []
        for name in names {
            guard name.elementsEqual("..".utf8) else {
                resolved.append(name)
                continue
            }
            guard resolved.popLast() != nil else { return nil }
        }
        return resolved
    }

    private static func names(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
        path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
    }
}

private let slash = UInt8(ascii: "/")
