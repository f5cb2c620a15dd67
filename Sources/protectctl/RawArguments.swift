import ProtectionModel
import SystemIO

/// The arguments as bytes: Swift puts U+FFFD in the place of what is not UTF-8, so that two names
/// could become one.
enum RawArguments {
    /// - Throws: `ToolError` with `invalid-argument` when one of them is not UTF-8.
    static func requireUTF8(_ arguments: [String]) throws {
        // Where nothing was replaced all were UTF-8.
        guard arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
            let raw = commandLine(), String(validating: raw, as: UTF8.self) == nil
        else { return }
        let shown = arguments.first { $0.unicodeScalars.contains("\u{FFFD}") } ?? ""
        throw ToolError(
            .invalidArgument,
            "the argument '\(shown)' is not UTF-8",
            hint: "names in a device are UTF-8; rename a file on the host to name it here"
        )
    }

    /// Nil where the system does not say.
    private static func commandLine() -> [UInt8]? {
        guard let stream = try? HostStream.source("/proc/self/cmdline") else { return nil }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var span = buffer.mutableSpan
            var bytes = span.mutableBytes
            guard let count = try? stream.read(into: &bytes), count > 0 else { return all }
            all += buffer[..<count]
        }
    }
}
