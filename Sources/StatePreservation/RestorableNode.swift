public import ProtectionModel

/// A part of an interface, with the state it wants back at the next launch.
///
/// A node takes part only when it has an identifier *and* opts in; where one does not, the whole
/// subtree below it is left out, as UIKit does with view controllers without a restoration
/// identifier.
///
///     var list = RestorableNode("list", optsIn: true)
///     try list.encode(selected.identifier, forKey: "selection")
///     try list.encode(searchText, forKey: "search", as: .sensitive)
///     let root = RestorableNode("main", optsIn: true, children: [list])
public struct RestorableNode: Sendable {
    /// The part's name; nil keeps it and all below it out of archives.
    public let identifier: RestorationIdentifier?
    /// Whether its owner wants it preserved.
    public var optsIn: Bool
    /// Whether it shows what must not be kept: then it is left out, with all below it.
    public var isSensitive: Bool
    /// The name of what makes the part again, as UIKit's `restorationClass`: 1 to 255 UTF-8 bytes.
    public var restorationClass: String?
    /// The parts it is made of.
    public var children: [RestorableNode]

    /// JSON texts by key.
    private(set) var state: [String: String] = [:]
    private(set) var sensitiveKeys: Set<String> = []

    /// A part without any state yet.
    public init(
        _ identifier: RestorationIdentifier?,
        optsIn: Bool = false,
        isSensitive: Bool = false,
        restorationClass: String? = nil,
        children: [RestorableNode] = []
    ) {
        self.identifier = identifier
        self.optsIn = optsIn
        self.isSensitive = isSensitive
        self.restorationClass = restorationClass
        self.children = children
    }

    /// Encodes a value under a key of 1 to 255 UTF-8 bytes; the last value of a key counts.
    ///
    /// A sensitive value is not even encoded: only its key is remembered, for
    /// ``PreservationResult/leftOut``.
    ///
    /// - Throws: ``ProtectionError`` with `data-model-object` when the value is a
    ///   ``DataModelObject`` or has one in it, at any depth; `not-encodable` when its own encoding
    ///   fails, for numbers that are not finite, and more than 100 levels deep; `invalid-argument`
    ///   for the key. Nothing has changed then.
    public mutating func encode<Value: Encodable>(
        _ value: Value,
        forKey key: String,
        as sensitivity: StateSensitivity = .ordinary
    ) throws(ProtectionError) {
        guard ArchiveNode.isName(key) else {
            throw ProtectionError(.invalidArgument, "a key of state has 1 to 255 bytes")
        }
        switch sensitivity {
        case .sensitive:
            state[key] = nil
            sensitiveKeys.insert(key)
        case .ordinary:
            state[key] = try InspectedValue.text(of: value, forKey: key)
            sensitiveKeys.remove(key)
        }
    }
}

/// Whether a value may be kept in an archive.
public enum StateSensitivity: String, Sendable, Hashable, CaseIterable {
    /// It may.
    case ordinary
    /// It is left out: what was typed into a secure field, a balance, the page of a private window.
    case sensitive
}
