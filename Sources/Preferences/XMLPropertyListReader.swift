import Foundation
import FoundationXML
import ProtectionModel

/// Reads an XML property list with libxml2, which bounds entities and looks nothing up.
///
/// Source of the grammar: Apple's `PropertyList-1.0.dtd`. Declarations of entities have no place in
/// it and are refused.
final class XMLPropertyListReader: NSObject {
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
    private var error: PropertyListError?

    static func read(
        _ bytes: [UInt8],
        _ limits: PropertyListLimits
    ) throws(PropertyListError) -> PreferenceValue {
        let budget = try PropertyListBudget(limits, byteCount: bytes.count)
        try check(bytes)
        let reader = XMLPropertyListReader(budget)
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let error = reader.error { throw error }
        guard isWellFormed else {
            throw PropertyListError(
                "it is neither binary nor well-formed XML",
                line: parser.lineNumber
            )
        }
        guard let root = reader.root else { throw PropertyListError("it holds no value") }
        return root
    }

    private init(_ budget: PropertyListBudget) {
        self.budget = budget
    }

    private func begin(_ element: String) throws(PropertyListError) {
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

    private func end(_ element: String) throws(PropertyListError) {
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

    private func name(_ key: String) throws(PropertyListError) {
        guard case .dictionary(let values, _) = containers.popLast() else { return }
        guard values[key] == nil else {
            throw PropertyListError("the key '\(key.prefix(80))' stands there twice")
        }
        containers.append(.dictionary(values, key: key))
    }

    private func add(_ value: PreferenceValue) throws(PropertyListError) {
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

    private func step(
        _ parser: XMLParser,
        _ body: () throws(PropertyListError) -> Void
    ) {
        guard error == nil else { return }
        do throws(PropertyListError) { try body() } catch {
            self.error = PropertyListError(error.description, line: parser.lineNumber)
            parser.abortParsing()
        }
    }
}

extension XMLPropertyListReader: XMLParserDelegate {
    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        step(parser) { () throws(PropertyListError) in try begin(element) }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement element: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        step(parser) { () throws(PropertyListError) in try end(element) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        step(parser) { () throws(PropertyListError) in
            if text != nil {
                text?.append(string)
            } else if !string.allSatisfy(\.isWhitespace) {
                throw PropertyListError("text stands outside of a value")
            }
        }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }
}
