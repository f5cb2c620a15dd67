import Foundation
import Testing

/// A JSON document to look around in.
struct JSONTree {
    let value: Any?

    init(_ text: String) throws {
        value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    private init(value: Any?) { self.value = value }

    subscript(_ key: String) -> JSONTree { JSONTree(value: (value as? [String: Any])?[key]) }
    subscript(_ index: Int) -> JSONTree { JSONTree(value: list[index].value) }

    var list: [JSONTree] { ((value as? [Any]) ?? []).map { JSONTree(value: $0) } }
    var string: String? { value as? String }
    var number: Int? { value as? Int }
    var keys: [String] { ((value as? [String: Any]) ?? [:]).keys.sorted() }
    var isThere: Bool { value != nil }
}
