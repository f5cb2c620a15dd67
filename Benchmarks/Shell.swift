import SystemIO

/// Runs peers.
enum Shell {
    struct Failure: Error {
        let command: String
    }

    static func has(_ program: String) -> Bool {
        (try? run("command -v \(program)")) != nil
    }

    /// Runs a command line quietly; what it leaves running in the background is not waited for.
    static func run(_ command: String) throws {
        let child = try ChildProcess.start(
            "/bin/bash",
            ["-c", "exec >/dev/null 2>&1; " + command],
            input: .standardInput
        )
        guard child.wait() == 0 else { throw Failure(command: command) }
    }
}
