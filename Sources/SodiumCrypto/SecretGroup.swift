/// Secrets that are discarded together: one lock event wipes whole pages instead of single keys.
package struct SecretGroup: Hashable, Sendable {
    /// How many groups an arena keeps apart.
    package static let limit = 16

    /// 0 ..< ``limit``.
    package let index: Int

    /// Names the group with the given index.
    package init(_ index: Int) {
        precondition((0..<Self.limit).contains(index), "an arena has \(Self.limit) groups")
        self.index = index
    }
}
