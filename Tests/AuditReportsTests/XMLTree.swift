import Documents
import Testing

/// A whole XML document, to look into.
struct XMLTree {
    let element: XMLElement
    private(set) var children: [XMLTree] = []

    /// The children called `name`.
    subscript(name: String) -> [XMLTree] { children.filter { $0.element.name == name } }

    /// The tree of a well-formed text.
    init(_ text: String) throws {
        let reader = XMLReader(Array(text.utf8))
        var open: [XMLTree] = []
        var root: XMLTree?
        while let event = try reader.next() {
            switch event {
            case .start(let element): open.append(XMLTree(element))
            case .end:
                let tree = open.removeLast()
                if open.isEmpty { root = tree } else { open[open.count - 1].children.append(tree) }
            case .text: break
            }
        }
        self = try #require(root)
    }

    private init(_ element: XMLElement) {
        self.element = element
    }
}
