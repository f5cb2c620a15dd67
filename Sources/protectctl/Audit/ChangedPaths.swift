import Foundation
import ProtectionModel

/// What changed in a folder of a git repository, as git says.
///
/// Nothing of the audited tree is run. Its configuration may name programs, so git is asked by
/// commands that only compare (`diff-index` never runs a filter, as `diff` may), with hooks, file
/// monitors, external diffs, submodules, fetching and writing turned off.
enum ChangedPaths {
    private static let settings = [
        "--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null",
        "-c", "protocol.allow=never", "-c", "core.untrackedCache=false",
    ]
    private static let variables = [
        "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
    ]

    /// The files below `folder` that are other than in `revision`, or new and not ignored, relative
    /// to it.
    ///
    /// A file that was only touched may be among them. Those that are gone are.
    ///
    /// - Throws: `ToolError` with `invalid-argument` when git does not know.
    static func since(_ revision: String, in folder: String) throws -> Set<String> {
        guard !revision.hasPrefix("-"), !revision.isEmpty else {
            throw ToolError(.invalidArgument, "'\(revision)' is no revision")
        }
        let changed = try git(
            [
                "diff-index", "--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff",
                "--no-textconv", "--ignore-submodules=all", revision, "--",
            ],
            revision,
            folder
        )
        let new = try git(
            ["ls-files", "--others", "--exclude-standard", "-z", "--"],
            revision,
            folder
        )
        return Set(changed + new)
    }

    private static func git(
        _ words: [String],
        _ revision: String,
        _ folder: String
    ) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + settings + words
        process.environment = ProcessEnvironment.current.values.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        do { try process.run() } catch {
            throw ToolError(
                .invalidArgument,
                "git cannot be started: \(error.localizedDescription)"
            )
        }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // What is wrong git has said itself, on the same standard error.
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw ToolError(
                .invalidArgument,
                "git does not say what changed in '\(folder)' since '\(revision)'",
                path: folder,
                hint: "--changed-since takes a revision of the git repository that is audited"
            )
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
