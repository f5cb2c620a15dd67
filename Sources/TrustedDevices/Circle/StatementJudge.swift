import ProtectionModel

/// Weighs a set of statements; see ``Membership``.
struct StatementJudge {
    private typealias ID = TrustedDevice.ID

    private let circle: CircleID
    private var statements: Set<Statement> = []
    private var findings: Set<Membership.Finding> = []
    /// Those that their signers have signed, by signer.
    private var signed: [ID: [Statement]] = [:]
    private var founder: ID?
    /// The quotations of accepted removals, by whom they remove.
    private var pins: [ID: [Statement.Link]] = [:]

    init(_ circle: CircleID) { self.circle = circle }

    // MARK: Each by itself

    mutating func read(_ bytes: [UInt8]) {
        do throws(ProtectionError) {
            let statement = try Statement(reading: bytes)
            guard statement.circle == circle else { return note(.otherCircle, statement) }
            statements.insert(statement)
        } catch {
            let fault: Membership.Fault =
                error.code == .unsupportedVersion ? .newerVersion : .malformed
            findings.insert(
                Membership.Finding(fault: fault, signer: nil, number: nil, statement: bytes)
            )
        }
    }

    private mutating func note(_ fault: Membership.Fault, _ statement: Statement) {
        findings.insert(
            Membership.Finding(
                fault: fault,
                signer: statement.signer,
                number: statement.number,
                statement: statement.bytes
            )
        )
    }

    private func isFounding(_ statement: Statement) -> Bool {
        guard case .found(let salt, let record) = statement.content else { return false }
        return statement.number == 1 && statement.previous == Statement.Link.none.hash
            && statement.signer == record.id
            && circle == CircleID(salt: salt, founder: record.identityKey)
    }

    /// Sorts out what nobody has signed.
    private mutating func checkSignatures() {
        var keys: [ID: [UInt8]] = [:]
        var sound: [Statement] = []
        for statement in statements {
            if case .found = statement.content, !isFounding(statement) {
                note(.badFounding, statement)
                continue
            }
            if let record = statement.record {
                guard record.isGenuine(in: circle) else {
                    note(.badRecord, statement)
                    continue
                }
                keys[record.id] = record.identityKey
            }
            sound.append(statement)
        }
        for statement in sound {
            guard let key = keys[statement.signer] else {
                note(.unknownSigner, statement)
                continue
            }
            guard statement.isSigned(by: key) else {
                note(.badSignature, statement)
                continue
            }
            signed[statement.signer, default: []].append(statement)
            if case .found = statement.content { founder = statement.signer }
        }
    }

    // MARK: Chains

    /// What counts of a signer as far as it alone is concerned, and why the rest does not.
    private func chain(
        of signer: ID
    ) -> (counting: [Statement], faults: [(Membership.Fault, Statement)]) {
        let all = signed[signer] ?? []
        guard let pins = pins[signer] else { return Self.unbroken(all) }
        let byHash = Dictionary(all.map { ($0.hash, $0) }) { first, _ in first }
        var counting = Set(all)
        for pin in pins { counting.formIntersection(Self.past(of: pin, byHash)) }
        return (
            counting.sorted { $0.number < $1.number },
            all.filter { !counting.contains($0) }.map { (.afterRemoval, $0) }
        )
    }

    private static func unbroken(
        _ all: [Statement]
    ) -> (counting: [Statement], faults: [(Membership.Fault, Statement)]) {
        let byNumber = Dictionary(grouping: all) { $0.number }
        var counting: [Statement] = []
        var faults: [(Membership.Fault, Statement)] = []
        var end: Membership.Fault?
        var expected: UInt32 = 1
        for number in byNumber.keys.sorted() {
            let these = byNumber[number] ?? []
            if end == nil, number != expected { end = .gap }
            if let end {
                faults += these.map { (end, $0) }
            } else if these.count > 1 {
                faults += these.map { (.forked, $0) }
                end = .afterFork
            } else if these[0].previous != counting.last?.hash ?? Statement.Link.none.hash {
                faults.append((.brokenChain, these[0]))
                end = .brokenChain
            } else {
                counting.append(these[0])
            }
            expected = number == .max ? number : number + 1
        }
        return (counting, faults)
    }

    /// The statements that lead to a quoted one, and that one; none when one of them is missing.
    private static func past(
        of pin: Statement.Link,
        _ byHash: [[UInt8]: Statement]
    ) -> Set<Statement> {
        var past: Set<Statement> = []
        var (number, hash) = (pin.number, pin.hash)
        while number > 0 {
            guard let statement = byHash[hash], statement.number == number else { return [] }
            past.insert(statement)
            (number, hash) = (number - 1, statement.previous)
        }
        return hash == Statement.Link.none.hash ? past : []
    }

    // MARK: Together

    /// How many additions each device is away from the founder, by the adding statements that are given.
    private func distances(_ statements: (ID) -> [Statement]) -> [ID: Int] {
        guard let founder else { return [:] }
        var distances = [founder: 0]
        var next = [founder]
        while !next.isEmpty {
            var found: [ID] = []
            for signer in next {
                for case .add(let record) in statements(signer).map(\.content)
                where distances[record.id] == nil {
                    distances[record.id] = (distances[signer] ?? 0) + 1
                    found.append(record.id)
                }
            }
            next = found
        }
        return distances
    }

    /// Takes the removals that count, the elder signer's first.
    private mutating func weighRemovals() {
        let ranks = distances { signed[$0] ?? [] }
        let removals = signed.values.joined().filter { statement in
            if case .remove = statement.content { ranks[statement.signer] != nil } else { false }
        }.sorted { left, right in
            let ranks = (ranks[left.signer] ?? 0, ranks[right.signer] ?? 0)
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            if left.signer != right.signer { return left.signer < right.signer }
            return left.number < right.number
        }
        var counting = countingStatements()
        var members = distances { counting[$0] ?? [] }
        for removal in removals {
            guard case .remove(let device, let last) = removal.content,
                members[removal.signer] != nil,
                counting[removal.signer]?.contains(removal) == true
            else { continue }
            pins[device, default: []].append(last)
            counting[device] = chain(of: device).counting
            members = distances { counting[$0] ?? [] }
        }
    }

    private func countingStatements() -> [ID: [Statement]] {
        Dictionary(uniqueKeysWithValues: signed.keys.map { ($0, chain(of: $0).counting) })
    }

    mutating func membership() -> Membership {
        checkSignatures()
        weighRemovals()
        let counting = countingStatements()
        let distances = distances { counting[$0] ?? [] }
        for signer in signed.keys {
            for (fault, statement) in chain(of: signer).faults { note(fault, statement) }
            guard distances[signer] == nil else { continue }
            for statement in counting[signer] ?? [] { note(.notAMember, statement) }
        }
        return membership(counting, distances)
    }

    private mutating func membership(
        _ counting: [ID: [Statement]],
        _ distances: [ID: Int]
    ) -> Membership {
        var additions: [ID: Statement] = [:]
        for statement in counting.values.joined()
        where distances[statement.signer] != nil {
            guard let id = statement.record?.id else { continue }
            // Any would do, but it must be the same everywhere.
            guard let other = additions[id], !Self.isElder(statement, other, distances) else {
                additions[id] = statement
                continue
            }
        }
        let members = additions.filter { pins[$0.key] == nil }.sorted {
            (distances[$0.key] ?? 0, $0.key) < (distances[$1.key] ?? 0, $1.key)
        }
        for (_, statement) in members.dropFirst(Membership.deviceLimit) {
            note(.tooManyDevices, statement)
        }
        return Membership(
            devices: members.prefix(Membership.deviceLimit).compactMap { id, statement in
                statement.record.map { Self.device($0, statement, counting[id] ?? []) }
            },
            removed: Set(pins.keys),
            findings: findings.sorted(by: Self.isBefore),
            statements: statements,
            last: counting.compactMapValues { $0.last?.link }
        )
    }

    private static func isElder(
        _ left: Statement,
        _ right: Statement,
        _ distances: [ID: Int]
    ) -> Bool {
        let ranks = (distances[left.signer] ?? 0, distances[right.signer] ?? 0)
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
        return left.hash.lexicographicallyPrecedes(right.hash)
    }

    private static func device(
        _ record: DeviceRecord,
        _ addition: Statement,
        _ own: [Statement]
    ) -> TrustedDevice {
        var name = record.name
        for case .rename(let new) in own.map(\.content) { name = new }
        return TrustedDevice(
            id: record.id,
            name: name,
            addedBy: addition.signer == record.id ? nil : addition.signer,
            identityKey: record.identityKey,
            sessionKey: record.sessionKey,
            unlockedKey: record.unlockedKey
        )
    }

    private static func isBefore(
        _ left: Membership.Finding,
        _ right: Membership.Finding
    ) -> Bool {
        let signers = (left.signer?.bytes ?? [], right.signer?.bytes ?? [])
        if signers.0 != signers.1 { return signers.0.lexicographicallyPrecedes(signers.1) }
        if left.number != right.number { return (left.number ?? 0) < (right.number ?? 0) }
        if left.statement != right.statement {
            return left.statement.lexicographicallyPrecedes(right.statement)
        }
        return left.fault.rawValue < right.fault.rawValue
    }
}
