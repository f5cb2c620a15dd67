import AuditFacts

extension Policy {
    /// The same with other names for the files it was read from.
    package func renamed(_ name: (String) -> String) -> Policy {
        func place(_ place: RelatedPlace) -> RelatedPlace {
            RelatedPlace(
                place.message,
                path: name(place.path),
                line: place.line,
                column: place.column
            )
        }
        var policy = self
        policy.sources = sources.map(name)
        policy.targetPlaces = targetPlaces.mapValues(place)
        for index in conditions.indices {
            policy.conditions[index].place = place(conditions[index].place)
        }
        for index in kinds.indices {
            policy.kinds[index].declaration = kinds[index].declaration.map(place)
        }
        policy.exceptions = exceptions.map { exception in
            PolicyException(
                rule: exception.rule,
                paths: exception.paths,
                until: exception.until,
                owner: exception.owner,
                reason: exception.reason,
                declaration: place(exception.declaration)
            )
        }
        return policy
    }
}

extension Policy {
    /// Whether identifiers and personal data may go to `host`, which is in lower case.
    package func trusts(_ host: String) -> Bool {
        trustedHosts.contains { Self.covers($0, host) }
    }

    /// Whether `pattern` stands for `host`, which is in lower case; a leading `*.` is any subdomain.
    package static func covers(_ pattern: String, _ host: String) -> Bool {
        let pattern = pattern.lowercased()
        return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }

    /// The kind of data that is stored under `key` in defaults and the keychain.
    package func kind(ofKey key: String) -> DataKind? {
        kinds.first { $0.keys.contains(key) }
    }

    /// The kind of data that a file at `path` on a device is: the first whose patterns fit.
    package func kind(ofDevicePath path: String) -> DataKind? {
        kinds.first { kind in kind.paths.contains { $0.matches(path) } }
    }
}
