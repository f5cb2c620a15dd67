/// How well the numbers of a rating system are known.
///
/// Apple publishes numbers for the United States and for apps only; those of other regions come
/// from lists that others made, which may share ancestors.
public enum Confidence: String, Sendable, Hashable {
    case firstParty = "first-party"
    case corroborated
    case partlyCorroborated = "partly corroborated"
    case singleSourceValues = "single-source values, labels corroborated"
    case singleSource = "single-source"

    /// The numbers rest on one list.
    public var restsOnOneList: Bool { self == .singleSource || self == .singleSourceValues }
}
