import Testing

/// Runs what must make a test fail with a text in it; any other outcome is a failure.
func expectFailure(
    containing text: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async {
    do {
        try await withKnownIssue("it is to fail", sourceLocation: sourceLocation) {
            try await body()
        } matching: { issue in
            let said = issue.comments.map(\.rawValue) + [issue.error.map { "\($0)" } ?? ""]
            // A summary may follow.
            return said.contains { $0.contains("steps failed; the") || $0.contains(text) }
        }
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
