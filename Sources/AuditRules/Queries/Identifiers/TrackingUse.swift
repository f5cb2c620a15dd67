import AuditFacts

/// Where code reads the advertising identifier or asks to be allowed to track.
package enum TrackingUse {
    /// Names whose functions must be kept.
    package static let watched: Set<String> = [
        "advertisingIdentifier", "ASIdentifierManager", "requestTrackingAuthorization",
        "ATTrackingManager", "requestTrackingAuthorizationWithCompletionHandler",
    ]

    /// Reads of the advertising identifier, by file and place.
    static func reads(in code: CodeIndex) -> [(scope: CodeScope, place: SourcePlace)] {
        guard !code.declares("advertisingIdentifier") else { return [] }
        let files = code.files.filter { $0.mentions.contains("ASIdentifierManager") }
        return files.flatMap { code.scopes(in: $0.path) }.flatMap { scope in
            scope.expressions.flatMap(\.parts).compactMap { part in
                guard part.ownName == "advertisingIdentifier", case .member(_?, _) = part.node
                else {
                    return nil
                }
                return (scope, part.place)
            }
        }
    }

    /// Requests for authorization, by file and place.
    static func requests(in code: CodeIndex) -> [CallInScope] {
        code.calls(
            of: "requestTrackingAuthorization",
            "requestTrackingAuthorizationWithCompletionHandler:"
        ).filter { $0.receiverChain.contains("ATTrackingManager") }
    }
}
