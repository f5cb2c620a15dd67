import Foundation
import Documents
import Testing

/// The commands of a pipeline of GitHub's or GitLab's, or of an action, as they stand in its file.
struct Pipeline {
    /// What runs in one shell each.
    let steps: [String]

    /// The pipeline in `file`.
    init(at file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        let root = try TextDocument.parse(bytes)
        if let job = root["jobs"]?["audit"] ?? root["runs"] {
            let steps = try #require(job["steps"]).elements
            self.steps = steps.compactMap { $0["run"]?.word }
        } else {
            let job = try #require(root["protectctl"])
            let lines = ["before_script", "script"].flatMap { job[$0]?.elements ?? [] }
            steps = [lines.compactMap(\.word).joined(separator: "\n")]
        }
    }
}
