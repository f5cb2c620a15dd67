import Preferences
import ProtectionModel

extension ToolError {
    /// A domain, or a key of it, that has no value.
    init(notSet domain: DefaultsDomain, key: String? = nil) {
        let subject = key.map { "the key '\($0)' of the domain" } ?? "the domain"
        self.init(
            .notFound,
            "\(subject) '\(domain)' is not set",
            hint: "'protectctl defaults read' lists what is"
        )
    }
}
