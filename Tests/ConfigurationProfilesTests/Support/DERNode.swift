/// An element of DER, for making messages that no tool makes.
struct DERNode {
    var tag: UInt8
    /// What it is made of; empty when it is primitive.
    var children: [DERNode] = []
    /// What it says when it is primitive.
    var bytes: [UInt8] = []

    /// Reads one element with a short tag and a definite length.
    init(_ encoding: [UInt8]) {
        var rest = encoding[...]
        self.init(&rest)
    }

    private init(_ rest: inout ArraySlice<UInt8>) {
        tag = rest.removeFirst()
        var count = Int(rest.removeFirst())
        if count > 0x80 {
            let digits = rest.prefix(count - 0x80)
            rest = rest.dropFirst(digits.count)
            count = digits.reduce(0) { $0 << 8 | Int($1) }
        }
        var content = rest.prefix(count)
        rest = rest.dropFirst(count)
        if tag & 0x20 == 0 {
            bytes = Array(content)
        } else {
            while !content.isEmpty { children.append(DERNode(&content)) }
        }
    }

    init(_ tag: UInt8, _ children: [DERNode]) {
        self.tag = tag
        self.children = children
    }

    init(_ tag: UInt8, _ bytes: [UInt8]) {
        self.tag = tag
        self.bytes = bytes
    }

    var encoding: [UInt8] {
        let content = tag & 0x20 == 0 ? bytes : children.flatMap(\.encoding)
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        let count = (0..<4).map { UInt8(content.count >> (24 - 8 * $0) & 0xFF) }
        return [tag, 0x84] + count + content
    }

    subscript(path: Int...) -> DERNode {
        get { path.reduce(self) { $0.children[$1] } }
        set { replace(path[...], newValue) }
    }

    private mutating func replace(_ path: ArraySlice<Int>, _ node: DERNode) {
        guard let first = path.first else { return self = node }
        children[first].replace(path.dropFirst(), node)
    }
}
