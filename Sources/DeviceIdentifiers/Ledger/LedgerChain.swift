import FoundationEssentials

/// How entries are bound to one another.
struct LedgerChain: Sendable {
    let hash: @Sendable ([UInt8]) -> [UInt8]

    /// What stands for the entry before the first.
    var start: String { link(to: []) }

    /// The hash of an entry's line, in hexadecimal digits.
    func link(to line: some Sequence<UInt8>) -> String {
        hash([UInt8](line)).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
