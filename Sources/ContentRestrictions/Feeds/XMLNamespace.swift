/// The declaration of a namespace (Namespaces in XML 1.0).
struct XMLNamespace: Equatable {
    /// Empty for the one of names without a prefix.
    let prefix: [UInt8]
    /// Its name; nil for one that is longer than those looked for.
    let name: [UInt8]?

    /// The declaration that an attribute is; nil for other attributes.
    init?(attribute: [UInt8], value: [UInt8]?) {
        if attribute.elementsEqual("xmlns".utf8) {
            prefix = []
        } else if attribute.starts(with: "xmlns:".utf8) {
            prefix = Array(attribute.dropFirst(6))
        } else {
            return nil
        }
        name = value
    }
}
