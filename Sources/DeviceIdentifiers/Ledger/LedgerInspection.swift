import FoundationEssentials
import ProtectionModel

/// Finds the first entry of a part that is not as it was written.
struct LedgerInspection {
    private let head: LedgerHead
    private let found: [LedgerEntry?]
    private let links: [String]

    init(_ head: LedgerHead, _ lines: [ArraySlice<UInt8>], _ chain: LedgerChain) {
        self.head = head
        let decoder = JSONDecoder()
        found = lines.map { try? decoder.decode(LedgerEntry.self, from: Data($0)) }
        links = lines.map(chain.link)
    }

    /// Every entry, when all is well.
    ///
    /// - Throws: `authentication-failure` with the number of the first broken entry.
    func entries() throws(ProtectionError) -> [LedgerEntry] {
        var entries: [LedgerEntry] = []
        for index in found.indices {
            entries.append(try entry(at: index))
        }
        guard entries.count == head.count else {
            throw ProtectionError(
                broken: head.after + entries.count + 1,
                "is cut off, and all after"
            )
        }
        guard links.last ?? head.previous == head.head else {
            throw ProtectionError(broken: head.last, "was changed")
        }
        return entries
    }

    private func entry(at index: Int) throws(ProtectionError) -> LedgerEntry {
        let number = head.after + index + 1
        guard index < head.count else { throw ProtectionError(broken: number, "was added") }
        guard let entry = found[index] else { throw ProtectionError(broken: number, "was changed") }
        guard entry.sequence == number else {
            let isElsewhere = found.contains { $0?.sequence == number }
            throw ProtectionError(
                broken: number,
                isElsewhere ? "is not in its place" : "was removed"
            )
        }
        guard entry.previous == (index == 0 ? head.previous : links[index - 1]) else {
            // When what follows vouches for this entry, it is the one before that was changed.
            let isBefore = index > 0 && links[index] == vouched(after: index)
            throw ProtectionError(broken: isBefore ? number - 1 : number, "was changed")
        }
        return entry
    }

    /// The hash of an entry as the next one has it, or the head.
    private func vouched(after index: Int) -> String? {
        index + 1 < found.count ? found[index + 1]?.previous : head.head
    }
}

extension ProtectionError {
    /// A ledger that is not as it was written.
    init(broken entry: Int, _ what: String) {
        self.init(
            .authenticationFailure,
            "entry \(entry) of the ledger of identifiers \(what): the ledger is left as it is; put back "
                + "a copy, or erase the device",
            cause: BrokenLedger(entry: entry)
        )
    }
}

/// Where the ledger of identifiers is broken, as the cause of an `authentication-failure`.
public struct BrokenLedger: Error, Sendable, Hashable {
    /// The number of the first broken entry, from 1.
    public let entry: Int
}
