import FoundationEssentials

/// Reads an XML property list, with the place of every key and value.
///
/// Source of the grammar: Apple's `PropertyList-1.0.dtd`. We have a reader of our own, on expat's
/// tokens: Foundation's gives no places, takes the real 3.0 for an integer and crashes on deep
/// nesting.
struct XMLPropertyListReader {
    /// An array or dictionary that is being filled.
    private struct Container {
        let isDictionary: Bool
        let location: DocumentPlace
        var nodes: [DocumentNode] = []
        var entries: [DocumentEntry] = []
        var keys: Set<String> = []
        /// The key whose value is due.
        var key: (text: String, location: DocumentPlace)?
    }

    private let isLenient: Bool
    private var budget: PropertyListBudget
    private var containers: [Container] = []
    private var rootLocation: DocumentPlace?
    private var root: DocumentNode?
    /// The key or value whose text is being read.
    private var leaf: (element: String, text: String, location: DocumentPlace)?
    /// What stands between two tags outside of values.
    private var gap: (text: String, location: DocumentPlace)?

    /// The root of the property list `bytes`.
    ///
    /// - Throws: `DocumentFault` where it is not one, or is beyond the bounds.
    static func read(
        _ bytes: [UInt8],
        _ rules: PropertyListRules
    ) throws(DocumentFault) -> DocumentNode {
        var list = XMLPropertyListReader(
            isLenient: rules.isLenient,
            budget: try PropertyListBudget(rules, byteCount: bytes.count)
        )
        // In the bound's containers stands a leaf, and around them <plist>; one level more is for
        // the budget to refuse.
        var markup = XMLReader.Rules(depth: rules.depth + 3)
        if !rules.isLenient {
            markup.allowsInstructions = false
            markup.encodings = ["utf-8", "us-ascii"]
        }
        let reader = XMLReader(bytes, markup)
        while let event = try reader.next() {
            switch event {
            case .start(let element): try list.begin(element)
            case .end(let name, let location, let line): try list.finish(name, location, line)
            case .text(let text, let location): list.add(text, location)
            }
        }
        guard let root = list.root else {
            throw DocumentFault("the property list is empty", at: list.rootLocation ?? .start)
        }
        return root
    }

    private init(isLenient: Bool, budget: PropertyListBudget) {
        self.isLenient = isLenient
        self.budget = budget
    }

    private mutating func add(_ text: String, _ location: DocumentPlace) {
        if leaf != nil {
            leaf?.text += text
        } else if gap != nil {
            gap?.text += text
        } else {
            gap = (text, location)
        }
    }

    /// Checks what stands before a tag.
    private mutating func closeGap() throws(DocumentFault) {
        guard let (text, location) = gap else { return }
        gap = nil
        guard isLenient ? Self.isDirectives(text) : text.allSatisfy(\.isWhitespace) else {
            throw DocumentFault("there is text between values", at: location)
        }
    }

    /// Whether a text between values is white space, or lines of the C preprocessor, through which
    /// Xcode sends an Info.plist when it is told to; the values of all branches are kept.
    private static func isDirectives(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            let first = line.first { $0 > 0x20 }
            return first == nil || first == UInt8(ascii: "#")
        }
    }

    private mutating func begin(_ element: XMLElement) throws(DocumentFault) {
        let (name, location) = (element.name, element.location)
        if let leaf {
            let names = "the element \(name.quotedForMessage) is inside"
            throw DocumentFault("\(names) \(leaf.element.quotedForMessage)", at: location)
        }
        try closeGap()
        guard rootLocation != nil else {
            guard name == "plist" else {
                throw DocumentFault(
                    "it begins with \(name.quotedForMessage), not 'plist'",
                    at: location
                )
            }
            rootLocation = location
            return
        }
        try checkOrder(of: name, location)
        if name == "key" {
            leaf = (name, "", location)
            return
        }
        try budget.spend(atDepth: containers.count, location)
        switch name {
        case "array", "dict":
            containers.append(Container(isDictionary: name == "dict", location: location))
        case "string", "integer", "real", "true", "false", "date", "data":
            leaf = (name, "", location)
        default:
            throw DocumentFault(
                "property lists have no element \(name.quotedForMessage)",
                at: location
            )
        }
    }

    private func checkOrder(of name: String, _ location: DocumentPlace) throws(DocumentFault) {
        guard let container = containers.last else {
            guard name != "key" else {
                throw DocumentFault("a key is outside a 'dict'", at: location)
            }
            guard root == nil else {
                throw DocumentFault("the property list has a second value", at: location)
            }
            return
        }
        let isKeyDue = container.isDictionary && container.key == nil
        guard isKeyDue != (name == "key") else { return }
        if let key = container.key {
            throw DocumentFault(
                "the key \(key.text.quotedForMessage) has no value",
                at: key.location
            )
        }
        throw DocumentFault(
            isKeyDue ? "a value has no key" : "a key is outside a 'dict'",
            at: location
        )
    }

    private mutating func finish(
        _ name: String,
        _ location: DocumentPlace,
        _ line: Int
    ) throws(DocumentFault) {
        if let (element, text, start) = leaf {
            leaf = nil
            guard element != "key" else { return try take(key: text, start) }
            let content = try XMLPropertyListLeaf(element, text, start).content(isLenient)
            take(DocumentNode(content, at: start, lastLine: line))
            return
        }
        try closeGap()
        guard let container = containers.popLast() else { return }
        if let key = container.key {
            throw DocumentFault(
                "the key \(key.text.quotedForMessage) has no value",
                at: key.location
            )
        }
        let content: DocumentNode.Content =
            container.isDictionary ? .mapping(container.entries) : .sequence(container.nodes)
        take(DocumentNode(content, at: container.location, lastLine: line))
    }

    private mutating func take(key: String, _ location: DocumentPlace) throws(DocumentFault) {
        let last = containers.count - 1
        guard isLenient || containers[last].keys.insert(key).inserted else {
            throw DocumentFault("the key \(key.quotedForMessage) is given twice", at: location)
        }
        containers[last].key = (key, location)
    }

    private mutating func take(_ node: DocumentNode) {
        guard !containers.isEmpty else {
            root = node
            return
        }
        let last = containers.count - 1
        guard let (key, location) = containers[last].key else {
            containers[last].nodes.append(node)
            return
        }
        containers[last].entries.append(DocumentEntry(key: key, keyLocation: location, value: node))
        containers[last].key = nil
    }
}

/// An element that holds no others.
private struct XMLPropertyListLeaf {
    private let element: String
    private let text: String
    private let location: DocumentPlace

    init(_ element: String, _ text: String, _ location: DocumentPlace) {
        self.element = element
        self.text = text
        self.location = location
    }

    func content(_ isLenient: Bool) throws(DocumentFault) -> DocumentNode.Content {
        let written = DocumentNode.Content.scalar(DocumentScalar(text: text, isQuoted: true))
        switch element {
        case "string": return written
        case "true", "false":
            guard isLenient || word.isEmpty else {
                throw DocumentFault("\(element.quotedForMessage) holds text", at: location)
            }
            return .boolean(element == "true")
        case "integer":
            if let integer { return .integer(integer) }
            if isLenient, let number = Double(word) { return .real(number) }
        case "real":
            let isHexadecimal = word.contains { $0 == "x" || $0 == "X" }
            if isLenient || !isHexadecimal, let number = Double(word) { return .real(number) }
        case "date":
            if let seconds { return .date(seconds: seconds, nanoseconds: 0) }
            if isLenient { return written }
        default:
            if let data { return .data(data) }
            if isLenient { return .data(Array(text.utf8.filter { $0 > 0x20 })) }
        }
        throw DocumentFault("\(text.quotedForMessage) is not a valid \(element)", at: location)
    }

    private var word: Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }

    /// Decimal or, as Apple's own reader takes it, hexadecimal; 64 bits with or without a sign.
    private var integer: Int128? {
        let digits = word.drop { $0 == "-" || $0 == "+" }
        guard word.count - digits.count <= 1, let first = digits.first, first.isASCII else {
            return nil
        }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let number = isHexadecimal ? digits.dropFirst(2) : digits
        guard let first = number.first, first.isHexDigit,
            let magnitude = UInt64(number, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let value = word.hasPrefix("-") ? -Int128(magnitude) : Int128(magnitude)
        return value < Int128(Int64.min) ? nil : value
    }

    private var seconds: Int64? {
        guard word.count == 20, let date = try? Date(String(word), strategy: .iso8601) else {
            return nil
        }
        return Int64(date.timeIntervalSince1970.rounded(.down))
    }

    private var data: [UInt8]? {
        Data(base64Encoded: text.filter { !$0.isWhitespace }).map { Array($0) }
    }
}
