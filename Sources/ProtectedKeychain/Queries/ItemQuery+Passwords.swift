/// Searches as the tool and scenarios make them.
extension ItemQuery {
    /// What a password is for.
    package enum Purpose: Sendable, Hashable {
        /// A generic password of a service.
        case service(String)
        /// An internet password of a server.
        case server(String)
    }

    /// Passwords of a service or server; nil for whatever is not said.
    package static func password(
        _ purpose: Purpose,
        account: String?,
        group: String?
    ) -> ItemQuery {
        var query: ItemQuery
        switch purpose {
        case .service(let service):
            query = ItemQuery(.genericPassword, ["svce": .text(service)])
        case .server(let server):
            query = ItemQuery(.internetPassword, ["srvr": .text(server)])
        }
        if let account { query.attributes["acct"] = .text(account) }
        if let group { query.attributes[ItemAttribute.group] = .text(group) }
        return query
    }
}

/// What the tool shows of an item.
extension KeychainItem {
    package var service: String? { attributes["svce"]?.text }
    package var server: String? { attributes["srvr"]?.text }
    package var account: String? { attributes["acct"]?.text }
    package var label: String? { attributes["labl"]?.text }

    /// When it was last changed, in seconds since 1970.
    package var modified: Double? {
        guard case .date(let seconds) = attributes[ItemAttribute.modified] else { return nil }
        return seconds
    }
}
