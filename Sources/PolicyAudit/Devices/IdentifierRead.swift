/// A read of an identifier that the ledger of a device has.
package struct IdentifierRead: Sendable, Hashable {
    /// `vendor` or `advertising`.
    package let identifier: String
    /// The application that read it.
    package let application: String
    /// Its place in the ledger, from 1.
    package let entry: Int

    /// The read of `identifier` by `application`.
    package init(identifier: String, application: String, entry: Int) {
        self.identifier = identifier
        self.application = application
        self.entry = entry
    }
}
