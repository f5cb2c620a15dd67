/// One line of `/proc/PID/maps`.
struct MemoryMapping {
    let start: UInt64
    let end: UInt64
    let permissions: String
    /// The file, the kernel's name, or `[anon]`.
    let name: String

    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard words.count >= 5, let dash = words[0].firstIndex(of: "-"),
            let start = UInt64(words[0][..<dash], radix: 16),
            let end = UInt64(words[0][words[0].index(after: dash)...], radix: 16)
        else { return nil }
        self.start = start
        self.end = end
        permissions = String(words[1])
        name = words.count > 5 ? words[5].trimmed : "[anon]"
    }

    /// Why there is nothing to read; nil for a mapping that is read.
    var reasonToSkip: String? {
        switch name {
        case "[vvar]", "[vvar_vclock]", "[vvar_page]": "the kernel's clock page"
        case "[vsyscall]": "the kernel's fixed code"
        default: permissions.hasPrefix("r") ? nil : "not readable by the process either"
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
