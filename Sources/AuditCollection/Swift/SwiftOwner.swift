#if SwiftSources
/// A type whose members are converted.
struct SwiftOwner {
    /// Its name, dotted for a nested one.
    let name: String
    /// Whether cases without a raw value have their name as one.
    let hasTextCases: Bool
    /// Its `@available` attributes and those of the types around it, which hold for its members.
    let availability: [String]
    /// The names of its members.
    var members: [String] = []
}
#endif
