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
        code.scopes.flatMap { scope in
            scope.expressions.flatMap(\.parts).compactMap { part in
                guard part.ownName == "advertisingIdentifier", case .member(_?, _) = part.node,
                    !code.declares("advertisingIdentifier"),
                    scope.file.mentions.contains("ASIdentifierManager")
                        || part.chain.contains("ASIdentifierManager")
                else { return nil }
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
