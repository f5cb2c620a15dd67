import Foundation

/// How to start a program as a user who may do nothing special.
enum PowerlessUser {
    static let identifier: uid_t = 65_534
    private static let setpriv = "/usr/bin/setpriv"
    private static let prlimit = "/usr/bin/prlimit"

    /// Only root can become another user.
    static let isPossible: Bool =
        geteuid() == 0
        && [setpriv, prlimit].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

    /// What stands before a program and its arguments.
    static let prefix = [
        setpriv, "--reuid=\(identifier)", "--clear-groups", "--bounding-set=-all", "--",
    ]
    /// The same, with 32 KiB of lockable memory: half a block of the arena.
    static let lockingLittle = [prlimit, "--memlock=32768:32768", "--"] + prefix
}
