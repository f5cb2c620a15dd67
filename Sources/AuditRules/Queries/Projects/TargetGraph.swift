package import AuditFacts
package import ProtectionModel

/// Which targets a file is built into, and what runs it.
package struct TargetGraph: Sendable {
    /// Targets by id.
    package let targets: [String: Target]
    private let owners: [String: [String]]
    private let bundlers: [String: [String]]
    private let dependents: [String: [String]]

    /// The graph of `targets`.
    package init(_ targets: [Target]) {
        self.targets = Dictionary(targets.map { ($0.id, $0) }) { first, _ in first }
        owners = Self.inverted(targets, \.sources)
        bundlers = Self.inverted(targets, \.resources)
        dependents = Self.inverted(targets, \.dependencies)
    }

    /// The targets that compile the file at `path`.
    package func owners(of path: String) -> [Target] {
        (owners[path] ?? []).compactMap { targets[$0] }
    }

    /// The targets that bundle the file at `path`.
    package func bundlers(of path: String) -> [Target] {
        (bundlers[path] ?? []).compactMap { targets[$0] }
    }

    /// The apps and extensions in whose processes the file at `path` runs, by id: those that
    /// compile it, and those that link a target that does.
    package func hosts(of path: String) -> [Target] {
        processes(of: owners[path] ?? [])
    }

    /// The apps and extensions in whose processes `target` runs; itself for one of those.
    package func hosts(of target: Target) -> [Target] { processes(of: [target.id]) }

    /// Everything that `target` is made of: itself and all it links, by id.
    package func closure(of target: Target) -> [Target] {
        closure(of: target) { _ in true }
    }

    /// What the bundle of `target` holds the code of: of an extension not the frameworks, which lie
    /// in the app's bundle.
    package func bundledCode(of target: Target) -> [Target] {
        closure(of: target) { target.kind != .appExtension || $0.kind != .framework }
    }

    private func closure(of target: Target, where isPart: (Target) -> Bool) -> [Target] {
        var seen: Set<String> = [target.id]
        var pending = [target.id]
        while let id = pending.popLast() {
            for next in targets[id]?.dependencies ?? [] {
                // An embedded extension is a process of its own.
                guard let found = targets[next], !Self.isProcess(found), isPart(found) else {
                    continue
                }
                if seen.insert(next).inserted { pending.append(next) }
            }
        }
        return seen.sorted().compactMap { targets[$0] }
    }

    /// The weakest class that the file at `path` gets by the entitlements of what runs it on iOS;
    /// `nil` where one of them has no such entitlement, or nothing is known to run it.
    package func defaultClass(of path: String) -> ProtectionClass? {
        let hosts = hosts(of: path).filter(\.isProcess)
        let classes = hosts.compactMap(\.defaultClass)
        guard !hosts.isEmpty, classes.count == hosts.count else { return nil }
        return classes.min { $0.strength < $1.strength }
    }

    private func processes(of ids: [String]) -> [Target] {
        var seen = Set(ids)
        var pending = ids
        var found: Set<String> = []
        while let id = pending.popLast() {
            guard let target = targets[id] else { continue }
            guard !Self.isProcess(target) else {
                found.insert(id)
                continue
            }
            for next in dependents[id] ?? [] where seen.insert(next).inserted {
                pending.append(next)
            }
        }
        return found.sorted().compactMap { targets[$0] }
    }

    private static func isProcess(_ target: Target) -> Bool {
        switch target.kind {
        case .app, .appExtension, .watchApp: true
        case .framework, .library, .tests, .tool, .other: false
        }
    }

    private static func inverted(
        _ targets: [Target],
        _ values: (Target) -> [String]
    ) -> [String: [String]] {
        var index: [String: [String]] = [:]
        for target in targets {
            for value in Set(values(target)) { index[value, default: []].append(target.id) }
        }
        return index
    }
}
