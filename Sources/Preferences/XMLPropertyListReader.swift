import ProtectionModel
import StructuredText

/// Reads an XML property list.
///
/// Source of the grammar: Apple's `PropertyList-1.0.dtd`. Declarations of entities have no place in
/// it and are refused.
struct XMLPropertyListReader {
    /// A list or dictionary that is being filled.
    private enum Container {
        case array([PreferenceValue])
        case dictionary([String: PreferenceValue], key: String?)
    }

    private var budget: PropertyListBudget
    private var containers: [Container] = []
    private var root: PreferenceValue?
    /// The text of the leaf that is being read; nil between elements.
    private var text: String?
    private var hasRoot = false

    static func read(
        _ bytes: [UInt8],
        _ limits: PropertyListLimits
    ) throws(PropertyListError) -> PreferenceValue {
        var reader = XMLPropertyListReader(
            budget: try PropertyListBudget(limits, byteCount: bytes.count)
        )
        try check(bytes)
        var markup = try wellFormed { () throws(SyntaxFault) in
            // In the limit's containers stands a leaf, and around them <plist>; one level more is
            // for the budget to refuse.
            try MarkupReader(bytes, depth: limits.depth + 3)
        }
        while let event = try wellFormed({ () throws(SyntaxFault) in try markup.next() }) {
            try reader.take(event)
        }
        guard let root = reader.root else { throw PropertyListError("it holds no value") }
        return root
    }

    private init(budget: PropertyListBudget) {
        self.budget = budget
    }

    private static func wellFormed<Result>(
        _ body: () throws(SyntaxFault) -> Result
    ) throws(PropertyListError) -> Result {
        do throws(SyntaxFault) { return try body() } catch {
            throw PropertyListError(
                "it is neither binary nor well-formed XML: \(error.message)",
                line: error.place.line
            )
        }
    }

    private mutating func take(_ event: MarkupEvent) throws(PropertyListError) {
        let place: BytePlace
        do throws(PropertyListError) {
            switch event {
            case .start(let element):
                place = element.place
                try begin(element.name)
            case .end(let name, let end):
                place = end
                try finish(name)
            case .text(let characters, let start):
                place = start
                try add(characters)
            }
        } catch {
            throw PropertyListError(error.description, line: place.line)
        }
    }

    private mutating func add(_ characters: String) throws(PropertyListError) {
        if text != nil {
            text?.append(characters)
        } else if !characters.allSatisfy(\.isWhitespace) {
            throw PropertyListError("text stands outside of a value")
        }
    }

    private mutating func begin(_ element: String) throws(PropertyListError) {
        guard text == nil else { throw PropertyListError("<\(element)> stands inside a value") }
        guard hasRoot else {
            guard element == "plist" else { throw PropertyListError("it begins with <\(element)>") }
            hasRoot = true
            return
        }
        if element == "key" {
            guard case .dictionary(_, key: nil) = containers.last else {
                throw PropertyListError("a <key> stands where a value is due")
            }
            text = ""
            return
        }
        if case .dictionary(_, key: nil) = containers.last {
            throw PropertyListError("<\(element)> has no <key> before it")
        }
        guard !containers.isEmpty || root == nil else {
            throw PropertyListError("it holds more than one value")
        }
        try budget.spend(atDepth: containers.count)
        switch element {
        case "array": containers.append(.array([]))
        case "dict": containers.append(.dictionary([:], key: nil))
        case "string", "integer", "real", "true", "false", "date", "data": text = ""
        default: throw PropertyListError("<\(element)> is no element of a property list")
        }
    }

    private mutating func finish(_ element: String) throws(PropertyListError) {
        let text = text ?? ""
        self.text = nil
        switch element {
        case "plist": break
        case "key": try name(text)
        case "array", "dict":
            switch containers.popLast() {
            case .array(let values): try add(.array(values))
            case .dictionary(let values, key: nil): try add(.dictionary(values))
            case .dictionary, nil: throw PropertyListError("the last <key> has no value")
            }
        default: try add(try XMLPropertyListLeaf.value(of: element, text))
        }
    }

    private mutating func name(_ key: String) throws(PropertyListError) {
        guard case .dictionary(let values, _) = containers.popLast() else { return }
        guard values[key] == nil else {
            throw PropertyListError("the key '\(key.prefix(80))' stands there twice")
        }
        containers.append(.dictionary(values, key: key))
    }

    private mutating func add(_ value: PreferenceValue) throws(PropertyListError) {
        switch containers.popLast() {
        case nil: root = value
        case .array(var values):
            values.append(value)
            containers.append(.array(values))
        case .dictionary(var values, let key):
            if let key { values[key] = value }
            containers.append(.dictionary(values, key: nil))
        }
    }
}
