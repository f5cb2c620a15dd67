/// Finds names that several profiles share.
enum SharedNames {
    static func findings(in documents: [ProfileDocument]) -> [ProfileFinding] {
        identifiers(documents) + uuids(documents)
    }

    private static func identifiers(_ documents: [ProfileDocument]) -> [ProfileFinding] {
        var first: [String: Int] = [:]
        return documents.enumerated().compactMap { index, document -> ProfileFinding? in
            guard let name = document.root.text("PayloadIdentifier") else { return nil }
            guard let other = first[name] else {
                first[name] = index
                return nil
            }
            return ProfileFinding(
                .warning,
                .duplicateIdentifier,
                "PayloadIdentifier",
                "'\(name)' is also that of profile \(other + 1): the later one replaces the other",
                profileIndex: index
            )
        }
    }

    /// Those of profiles and of payloads; ``EnvelopeRules`` finds those within one profile.
    private static func uuids(_ documents: [ProfileDocument]) -> [ProfileFinding] {
        var first: [String: Int] = [:]
        return documents.enumerated().flatMap { index, document -> [ProfileFinding] in
            let own = [("PayloadUUID", document.root.text("PayloadUUID"))]
            let inner = document.payloads.map {
                ("PayloadContent[\($0.index)].PayloadUUID", $0.settings.text("PayloadUUID"))
            }
            return (own + inner).compactMap { place, uuid in
                guard let uuid, !uuid.isEmpty else { return nil }
                let other = first[uuid.lowercased()] ?? index
                first[uuid.lowercased()] = other
                guard other != index else { return nil }
                let sentence = "'\(uuid)' is also used in profile \(other + 1)"
                return ProfileFinding(
                    .warning,
                    .duplicateUUID,
                    place,
                    sentence,
                    profileIndex: index
                )
            }
        }
    }
}
