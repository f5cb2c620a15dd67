import Testing

/// Runs what must make a test fail with one of some texts in it; any other outcome is a failure.
func expectFailure(
    containing texts: String...,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async {
    do {
        try await withKnownIssue("it is to fail", sourceLocation: sourceLocation) {
            try await body()
        } matching: { issue in
            let said = issue.comments.map(\.rawValue) + [issue.error.map { "\($0)" } ?? ""]
            // A summary may follow.
            return said.contains { said in
                said.contains("steps failed; the") || texts.contains { said.contains($0) }
            }
        }
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
