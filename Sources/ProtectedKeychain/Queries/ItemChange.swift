/// What an update makes of each item.
package struct ItemChange: Sendable {
    /// By the four-letter names.
    package var attributes: [String: ItemValue] = [:]
    package var access: ItemAccess?
    package var secret: ItemSecret?

    /// Changes nothing yet.
    package init() {}
}
