/// A piece of an XML document.
enum XMLToken: Equatable {
    /// The beginning of an element; of its attributes those that declare namespaces.
    case start([UInt8], namespaces: [XMLNamespace])
    /// The end of an element, also of one without content.
    case end([UInt8])
    /// Text, with its references resolved; nil where it is longer than anybody wants to know.
    case text([UInt8]?)
}
