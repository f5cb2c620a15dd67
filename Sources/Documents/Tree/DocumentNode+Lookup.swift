/// Looks into a document whose shape is not ours to check: what is not as expected counts as
/// missing.
extension DocumentNode {
    /// Text that is certain to be text, or a word that is not null, a boolean or a number.
    package var string: String? {
        guard case .scalar(let scalar) = content else { return nil }
        let isText = scalar.isQuoted || !(scalar.isNull || boolean != nil || scalar.isNumber)
        return isText ? scalar.text : nil
    }

    /// The boolean; `nil` for anything else, also for numbers and `YES`.
    package var boolean: Bool? {
        switch content {
        case .boolean(let flag): flag
        case .scalar(let scalar) where !scalar.isQuoted && scalar.text == "true": true
        case .scalar(let scalar) where !scalar.isQuoted && scalar.text == "false": false
        default: nil
        }
    }

    /// The elements; `nil` for anything but a list.
    package var array: [DocumentNode]? {
        guard case .sequence(let nodes) = content else { return nil }
        return nodes
    }

    /// The entries in the order of the text; `nil` for anything but a mapping.
    package var entries: [DocumentEntry]? {
        guard case .mapping(let entries) = content else { return nil }
        return entries
    }

    /// The entry under `key`; `nil` where there is none or this is not a mapping.
    package func entry(_ key: String) -> DocumentEntry? {
        entries?.first { $0.key == key }
    }

    /// The value under `key`; `nil` where there is none or this is not a mapping.
    package subscript(key: String) -> DocumentNode? {
        entry(key)?.value
    }

    /// The elements of a list; a lone value counts as one, nothing as none.
    package var elements: [DocumentNode] {
        array ?? (isNull ? [] : [self])
    }

    /// A single value as it was written; `nil` for nothing.
    package var word: String? {
        guard case .scalar(let scalar) = content, !scalar.isNull else { return nil }
        return scalar.text
    }

    /// The texts of a list of texts, other elements left out; a lone text counts as one.
    package var strings: [String] {
        if let string { return [string] }
        return array?.compactMap(\.string) ?? []
    }
}

extension DocumentScalar {
    fileprivate var isNumber: Bool { Int64(text) != nil || Double(text) != nil }
}
