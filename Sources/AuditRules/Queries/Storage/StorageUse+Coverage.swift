import AuditFacts
import AuditPolicy
package import ProtectionModel

extension StorageUse {
    /// Where else than in the call itself the class of what is stored comes from.
    ///
    /// In the order of iOS: a class that is set on the same path or on its folder in the same
    /// function, by an own function for it too, else the entitlement of what runs the code. `nil`
    /// where nothing but the system's default is left.
    package func coverage(_ context: AuditContext) -> ProtectionClass? {
        if let weakestClass { return weakestClass }
        if let near = neighbours(context).first { return near }
        return context.graph.defaultClass(of: path)
    }

    /// Classes that the same function gives the same path, or the folder it is made of.
    private func neighbours(_ context: AuditContext) -> [ProtectionClass] {
        guard let target else { return [] }
        let names = scope.rootNames(of: target)
        let set = context.storage.settings(in: scope, ofAny: names).filter { $0.step != step }
        if !set.isEmpty {
            return set.flatMap(\.classes).map(\.protectionClass).sorted {
                $0.strength < $1.strength
            }
        }
        return protectors(names).isEmpty ? [] : [.completeUntilFirstUserAuthentication]
    }

    /// Calls of own functions that are named for protecting and are handed the path.
    private func protectors(_ names: Set<String>) -> [CallSite] {
        scope.calls.filter { site in
            let words = NameWords.words(of: site.call.name ?? "")
            guard words.contains("protection") || words.contains("protect") else { return false }
            return site.call.arguments.contains { argument in
                !names.isDisjoint(with: scope.rootNames(of: argument.value))
            }
        }
    }
}

extension CodeScope {
    /// The local names, properties and constants that a path is made of, two steps back.
    func rootNames(of expression: Syntax.Expression) -> Set<String> {
        var names: Set<String> = []
        for source in sources(of: expression) {
            for part in source.parts {
                guard let name = part.ownName, !Self.common.contains(name),
                    name.first?.isLowercase == true || name.first == "_"
                else { continue }
                names.insert(name)
            }
        }
        return names
    }

    private static let common: Set<String> = [
        "self", "appendingPathComponent", "absoluteString", "default", "fileURL",
        "standard", "userDomainMask", "documentDirectory", "first", "last", "shared", "urls",
        "appendingPathExtension", "stringByAppendingPathComponent:", "relativePath", "appending",
        "deletingLastPathComponent", "fileManager", "fileURLWithPath:", "lastPathComponent",
    ]
}
