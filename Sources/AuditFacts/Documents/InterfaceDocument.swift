/// A storyboard or xib.
package struct InterfaceDocument: Sendable, Hashable {
    /// A view controller, or the top of a xib.
    package struct Controller: Sendable, Hashable {
        /// Its custom class.
        package let customClass: String?
        /// Its restoration identifier.
        package let restorationIdentifier: String?
        /// Whether a text field in it hides what is typed.
        package let hasSecureField: Bool
        /// Where it stands.
        package let place: SourcePlace

        /// A controller with all its parts.
        package init(
            customClass: String?,
            restorationIdentifier: String?,
            hasSecureField: Bool,
            place: SourcePlace
        ) {
            self.customClass = customClass
            self.restorationIdentifier = restorationIdentifier
            self.hasSecureField = hasSecureField
            self.place = place
        }
    }

    /// Its path relative to the audited root.
    package let path: String
    /// Its controllers in the order of the text.
    package let controllers: [Controller]
    /// Why it could not be read, and where.
    package let flaw: SourceFlaw?

    /// A document with its controllers.
    package init(path: String, controllers: [Controller], flaw: SourceFlaw? = nil) {
        self.path = path
        self.controllers = controllers
        self.flaw = flaw
    }
}
