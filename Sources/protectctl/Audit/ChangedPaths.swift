import Foundation
import ProtectionModel

/// What changed in a folder of a git repository, according to git.
///
/// Nothing of the audited tree is run. Its configuration may name programs, so git is asked with
/// hooks, file monitors, filters, external diffs, submodules, fetching and writing turned off.
enum ChangedPaths {
    private static let settings = [
        "--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null",
        "-c", "protocol.allow=never", "-c", "core.untrackedCache=false",
    ]
    private static let variables = [
        "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
    ]

    /// What leads git to a repository other than the folder's; hooks are run with these.
    private static let elsewhere: Set<String> = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
    ]

    /// The files below `folder` that are other than in `revision`, or new and not ignored, relative
    /// to it.
    ///
    /// A file that was only touched may be among them; files that are gone are.
    ///
    /// - Throws: `ToolError` with `invalid-argument` when git does not know, or is not installed.
    static func since(_ revision: String, in folder: String) throws -> Set<String> {
        guard !revision.hasPrefix("-"), !revision.isEmpty else {
            throw ToolError(.invalidArgument, "'\(revision)' is not a revision")
        }
        let harmless = try settingsWithoutFilters(revision, folder)
        let changed = try git(
            harmless + [
                "diff-index", "--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff",
                "--no-textconv", "--ignore-submodules=all", revision, "--",
            ],
            revision,
            folder
        )
        let new = try git(
            harmless + ["ls-files", "--others", "--exclude-standard", "-z", "--"],
            revision,
            folder
        )
        return Set(changed + new)
    }

    /// Settings that empty every filter that is configured: to compare a file that was touched, git
    /// would run them on it.
    private static func settingsWithoutFilters(
        _ revision: String,
        _ folder: String
    ) throws -> [String] {
        let keys = try git(
            ["config", "-z", "--name-only", "--get-regexp", "^filter\\."],
            revision,
            folder,
            nothing: 1
        )
        // Such a key cannot be set from the command line, and there is no good reason to have one.
        guard !keys.contains(where: { $0.contains("=") }) else {
            throw unknown(revision, folder)
        }
        return keys.flatMap { key in
            ["-c", key + (key.hasSuffix(".required") ? "=false" : "=")]
        }
    }

    /// What git prints, by its NULs; nothing where it ends with the status `nothing`.
    private static func git(
        _ words: [String],
        _ revision: String,
        _ folder: String,
        nothing: Int32? = nil
    ) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + settings + words
        process.environment = ProcessEnvironment.current.values
            .filter { !elsewhere.contains($0.key) }.merging(variables) { $1 }
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
        // The status of env(1) when there is no such program.
        guard process.terminationStatus != 127 else {
            throw ToolError(
                .invalidArgument,
                "git is not installed",
                hint: "--changed-since asks git what changed"
            )
        }
        let isNothing = process.terminationStatus == nothing
        guard process.terminationReason == .exit, process.terminationStatus == 0 || isNothing
        else { throw unknown(revision, folder) }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Git itself has said what is wrong, on the same standard error.
    private static func unknown(_ revision: String, _ folder: String) -> ToolError {
        ToolError(
            .invalidArgument,
            "git cannot tell what changed in '\(folder)' since '\(revision)'",
            path: folder,
            hint: "--changed-since takes a revision of the git repository that is audited"
        )
    }
}
