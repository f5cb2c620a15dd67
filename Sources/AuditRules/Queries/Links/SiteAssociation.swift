import AuditFacts
import Documents

/// What an `apple-app-site-association` file says.
enum SiteAssociation {
    /// What is wrong with its shape, and where.
    static func flaws(of root: DocumentNode) -> [(message: String, span: SourceSpan)] {
        guard root.entries != nil else { return [("it is not an object", root.span)] }
        var flaws: [(String, SourceSpan)] = []
        for service in ["applinks", "webcredentials", "activitycontinuation", "appclips"] {
            guard let node = root[service] else { continue }
            if node.entries == nil { flaws.append(("'\(service)' is not an object", node.span)) }
        }
        for service in ["webcredentials", "activitycontinuation", "appclips"] {
            guard let node = root[service], node.entries != nil else { continue }
            let apps = node["apps"]
            if apps?.array?.allSatisfy({ $0.string != nil }) != true {
                flaws.append(("'\(service)' has no list of apps", (apps ?? node).span))
            }
        }
        return flaws + linkFlaws(of: root["applinks"])
    }

    private static func linkFlaws(of links: DocumentNode?) -> [(String, SourceSpan)] {
        guard let links, links.entries != nil else { return [] }
        guard let details = links["details"] else {
            return [("'applinks' has no 'details'", links.span)]
        }
        // Until iOS 12 the details were an object by app.
        if details.entries != nil { return [] }
        guard let list = details.array else { return [("'details' is not a list", details.span)] }
        return list.compactMap { detail in
            guard detail.entries != nil else { return ("a detail is not an object", detail.span) }
            guard detail["appID"]?.string != nil || detail["appIDs"]?.array != nil else {
                return ("a detail has neither 'appID' nor 'appIDs'", detail.span)
            }
            guard detail["paths"]?.array != nil || detail["components"]?.array != nil else {
                return ("a detail has neither 'paths' nor 'components'", detail.span)
            }
            return nil
        }
    }

    /// The apps that it lets continue activities of the site's pages.
    static func continuingApps(_ root: DocumentNode) -> [String] {
        root["activitycontinuation"]?["apps"]?.strings ?? []
    }

    /// The apps whose links it gives away.
    static func linkedApps(_ root: DocumentNode) -> [String] {
        guard let details = root["applinks"]?["details"] else { return [] }
        if let entries = details.entries { return entries.map(\.key) }
        return (details.array ?? []).flatMap { detail in
            (detail["appID"]?.strings ?? []) + (detail["appIDs"]?.strings ?? [])
        }
    }
}
