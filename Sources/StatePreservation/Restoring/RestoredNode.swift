public import ProtectionModel
import FoundationEssentials

/// A part of an interface as it was preserved.
public struct RestoredNode: Sendable {
    /// Where it is in the tree.
    public let path: RestorationPath
    /// The name of what makes it again; nil when none was given.
    public let restorationClass: String?
    /// JSON texts by key.
    let state: [String: String]

    /// Its name.
    public var identifier: RestorationIdentifier? { path.identifiers.last }

    /// The keys with a value, sorted.
    public var keys: [String] { state.keys.sorted() }

    /// The value that was encoded under a key; nil when there is none, as after an update or for a
    /// value that was left out.
    ///
    /// - Throws: ``ProtectionError`` with `not-decodable` when it is not a value of this type.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        forKey key: String
    ) throws(ProtectionError) -> Value? {
        guard let text = state[key] else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw ProtectionError(
                fault: .notDecodable,
                "the value of the key '\(key)' of '\(path)' is not a \(type)"
            )
        }
    }
}
