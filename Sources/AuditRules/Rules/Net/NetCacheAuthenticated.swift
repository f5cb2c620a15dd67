import AuditFacts
import AuditPolicy

/// `net.cache-authenticated`: answers to authenticated requests in the cache on disk.
enum NetCacheAuthenticated: Rule {
    static let description = RuleDescription(
        "net.cache-authenticated",
        "Answers to authenticated requests are cached on disk",
        severity: .low,
        isProven: false,
        summary: """
            An app sends requests with a header `Authorization` or `Cookie`, or another for a \
            token, or with a token in the query, and nothing in it turns the cache of `URLSession` off \
            or chooses another: no ephemeral session, no `urlCache = nil`, no cache without a disk, no \
            answer to `willCacheResponse`. A policy that ignores the cache does so when it reads, and \
            stores what comes. Requests that post, put or delete are not cached. Reported \
            once for an app, at the cache it makes or the first such request, with the others as related \
            places.
            """,
        rationale: """
            The default session keeps answers, and the headers of the requests, in `Cache.db` in the \
            caches folder, with the class of the folder, and nothing removes them when the user signs \
            out. A server may forbid it with `Cache-Control: no-store`; an app should not depend on it.
            """,
        remedy: """
            Use `URLSessionConfiguration.ephemeral`, or set `urlCache` to `nil` in the configuration of \
            sessions that send credentials.
            """,
        references: RuleReferences(controls: ["STORAGE-2"], commonWeaknesses: [524]),
        examples: [
            .swift(
                "the shared session",
                """
                func load(_ url: URL, _ token: String) async throws -> Data {
                    var request = URLRequest(url: url)
                    request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")
                    return try await URLSession.shared.data(for: request).0
                }
                """,
                findings: [3]
            ),
            .swift(
                "a session without a cache",
                """
                func load(_ url: URL, _ token: String) async throws -> Data {
                    let configuration = URLSessionConfiguration.default
                    configuration.urlCache = nil
                    var request = URLRequest(url: url)
                    request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")
                    return try await URLSession(configuration: configuration).data(for: request).0
                }
                """
            ),
        ]
    )

    static let watches = AuthenticatedRequest.watched.union(ResponseCaching.watched)

    /// How many other requests a finding names at most.
    private static let placeLimit = 12

    static func observations(in context: AuditContext) -> [Observation] {
        let requests = AuthenticatedRequest.all(in: context.code)
        guard !requests.isEmpty else { return [] }
        let sessions = ResponseCaching.sessions(in: context.code)
        let apps = context.processes.map { target in
            Set(context.graph.closure(of: target).flatMap(\.sources))
        }
        let all = apps.isEmpty ? [Set(context.code.files.map(\.path))] : apps
        var seen: Set<RelatedPlace> = []
        return all.compactMap { paths in
            let own = requests.filter { paths.contains($0.path) }
            let caching = ResponseCaching(paths, context.code)
            guard !own.isEmpty, usesSession(paths, context.code), !caching.isDecided else {
                return nil
            }
            var places = own.map { place("'\($0.header)' is sent here", $0.path, $0.place) }
            if let cache = caching.onDisk.first {
                places.insert(place("a cache on disk is made", cache.path, cache.site.place), at: 0)
            }
            places += sessions.filter { paths.contains($0.path) }.map {
                place("a session with the default cache", $0.path, $0.place)
            }
            guard let first = places.first, seen.insert(first).inserted else { return nil }
            return Observation(
                "answers to requests with '\(own[0].header)' are kept in the cache on disk",
                confidence: .low,
                path: first.path,
                span: SourceSpan(SourcePlace(line: first.line)),
                related: Array(places.dropFirst().prefix(placeLimit))
            )
        }
    }

    private static func place(
        _ message: String,
        _ path: String,
        _ place: SourcePlace
    ) -> RelatedPlace {
        RelatedPlace(message, path: path, line: Int(place.line))
    }

    /// Whether any of the sources loads by a session whose cache is the shared one by default.
    private static func usesSession(_ paths: Set<String>, _ code: CodeIndex) -> Bool {
        code.files.contains { file in
            paths.contains(file.path)
                && (!sessions.isDisjoint(with: file.mentions)
                    || file.imports.contains { $0.hasPrefix("Alamofire") })
        }
    }

    private static let sessions: Set<String> = [
        "URLSession", "NSURLSession", "URLSessionConfiguration", "NSURLSessionConfiguration",
        "NSURLConnection",
    ]
}
