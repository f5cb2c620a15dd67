import StatePreservation

/// An object of a data model, as an application has it.
struct Note: Codable, Equatable, DataModelObject {
    var identifier = 7
}

/// An object of a data model with another one above it.
class Record: Encodable, DataModelObject {
    let name = "record"
}

/// A structure that has whatever it is told to in it.
struct Box<Content> {
    var content: Content
}

extension Box: Encodable where Content: Encodable {}
extension Box: Decodable where Content: Decodable {}
extension Box: Equatable where Content: Equatable {}

/// A view's state whose superclass is encoded through a super encoder.
class ViewState: Encodable {
    enum Key: String, CodingKey { case content, inner }

    let content: (any Encodable)?

    init(_ content: (any Encodable)? = nil) { self.content = content }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if let content { try container.encode(content, forKey: .content) }
    }
}

/// A subclass of it, which hands its superclass one super encoder or the other.
final class ListState: ViewState {
    private let key: Key?

    init(_ content: (any Encodable)?, superKey key: Key? = nil) {
        self.key = key
        super.init(content)
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try super.encode(
            to: key.map { container.superEncoder(forKey: $0) } ?? container.superEncoder()
        )
    }
}

/// Something that encodes a value through nested containers.
struct Nesting: Encodable {
    enum Key: String, CodingKey { case a, b }
    enum Way { case keyed, unkeyed, unkeyedSuper }

    let content: any Encodable
    let way: Way

    func encode(to encoder: any Encoder) throws {
        switch way {
        case .keyed:
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeNil(forKey: .a)
            var list = container.nestedUnkeyedContainer(forKey: .b)
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(content, forKey: .a)
        case .unkeyed:
            var container = encoder.unkeyedContainer()
            try container.encodeNil()
            var inner = container.nestedContainer(keyedBy: Key.self)
            var pair = inner.nestedContainer(keyedBy: Key.self, forKey: .b)
            var list = pair.nestedUnkeyedContainer(forKey: .a)
            var deepest = list.nestedUnkeyedContainer()
            try deepest.encode(content)
        case .unkeyedSuper:
            var container = encoder.unkeyedContainer()
            var single = container.superEncoder().singleValueContainer()
            try single.encode(content)
        }
    }
}

/// A choice with a payload.
enum Selection<Content> {
    case nothing
    case one(Content)
}

extension Selection: Encodable where Content: Encodable {}
extension Selection: Decodable where Content: Decodable {}
extension Selection: Equatable where Content: Equatable {}

/// A link of a chain, or of a ring.
final class Link: Codable {
    var next: Link?
}
