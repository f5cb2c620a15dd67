/// An entry of the associated-domains entitlement: `service:domain`, perhaps with `?mode=…`.
enum AssociatedDomain {
    /// The entitlement.
    static let key = "com.apple.developer.associated-domains"

    /// `authsrv` is that of extensions for single sign-on.
    private static let services: Set<String> = [
        "applinks", "webcredentials", "activitycontinuation", "appclips", "authsrv",
    ]

    /// What is wrong with `entry`; `nil` for nothing, and for what a build setting decides.
    static func flaw(of entry: String) -> String? {
        guard let colon = entry.firstIndex(of: ":") else {
            return entry.contains("$") ? nil : "it has no service"
        }
        let service = entry[..<colon]
        let parts = entry[entry.index(after: colon)...]
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if !services.contains(String(service)), !service.contains("$") {
            return "'\(service)' is not a service"
        }
        if parts.count == 2, !parts[1].hasPrefix("mode="), !parts[1].contains("$") {
            return "'?\(parts[1])' is not a mode"
        }
        return flaw(ofDomain: parts[0])
    }

    /// Whether the system asks the domain's own server for `entry` on developers' devices only.
    static func isForDevelopers(_ entry: String) -> Bool {
        entry.split(separator: "?").last?.lowercased() == "mode=developer"
    }

    private static func flaw(ofDomain domain: Substring) -> String? {
        let fixed = domain.replacing("$(", with: "").replacing("${", with: "")
        if domain.isEmpty { return "it has no domain" }
        if fixed.contains("://") { return "it has a scheme" }
        if fixed.contains("/") { return "it has a path" }
        if fixed.contains(where: \.isWhitespace) { return "it has a space" }
        if fixed.contains(":"), fixed == domain { return "it has a port" }
        let rest = domain.hasPrefix("*.") ? domain.dropFirst(2) : domain
        return rest.contains("*") ? "a '*' stands only for the first label" : nil
    }
}
