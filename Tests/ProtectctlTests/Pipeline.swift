import Foundation
import StructuredText
import Testing

/// The commands of a pipeline of GitHub's or GitLab's, as they stand in its file.
struct Pipeline {
    /// What runs in one shell each.
    let steps: [String]

    /// The pipeline in `file`.
    init(at file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        let root = try TextDocument.parse(bytes)
        if let jobs = root.value("jobs") {
            let steps = try #require(jobs.value("audit")?.value("steps")).elements
            self.steps = steps.compactMap { $0.value("run")?.text }
        } else {
            let job = try #require(root.value("protectctl"))
            let lines = ["before_script", "script"].flatMap { job.value($0)?.elements ?? [] }
            steps = [lines.compactMap(\.text).joined(separator: "\n")]
        }
    }
}

extension TextNode {
    fileprivate func value(_ key: String) -> TextNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var elements: [TextNode] {
        guard case .sequence(let nodes) = content else { return [] }
        return nodes
    }

    fileprivate var text: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.text
    }
}
