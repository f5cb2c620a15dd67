/// A key of a dictionary with its value.
package struct PropertyEntry: Sendable, Hashable {
    /// The key.
    package let key: String
    /// Where the key stands.
    package let place: SourcePlace
    /// The file it stands in, when that is another one than the dictionary's own: the project file
    /// for a key that a build setting adds to the Info.plist.
    package let origin: String?
    /// What stands under the key.
    package let value: PropertyNode

    /// The entry of `value` under `key`.
    package init(
        key: String,
        place: SourcePlace,
        origin: String? = nil,
        value: PropertyNode
    ) {
        self.key = key
        self.place = place
        self.origin = origin
        self.value = value
    }
}
