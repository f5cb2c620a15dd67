package import AuditFacts

/// A place in code that reads the identifier for vendor, and what holds it afterwards.
package struct VendorIdentifierUse: Sendable {
    /// The property's name, in Swift and Objective-C.
    package static let property = "identifierForVendor"

    /// The function it is read in.
    package let scope: CodeScope
    /// Where the property's name stands.
    package let place: SourcePlace
    /// Local names whose value is made of it.
    package let carriers: Set<String>

    /// The path of the source.
    package var path: String { scope.file.path }

    /// Every place in `code` that reads it, by file and place.
    package static func all(in code: CodeIndex) -> [VendorIdentifierUse] {
        code.scopes.flatMap { scope -> [VendorIdentifierUse] in
            var places: [Syntax.Expression] = []
            for expression in scope.expressions {
                expression.forEachPart { if $0.ownName == property { places.append($0) } }
            }
            guard !places.isEmpty else { return [] }
            let carriers = carriers(in: scope)
            var seen: Set<SourcePlace> = []
            return places.compactMap { part in
                // A local of that name is not a second read.
                if case .name = part.node { return nil }
                guard seen.insert(part.place).inserted else { return nil }
                return VendorIdentifierUse(scope: scope, place: part.place, carriers: carriers)
            }
        }
    }

    /// Whether the identifier is part of `expression`: read there, or by a name that holds it.
    package func isPart(of expression: Syntax.Expression) -> Bool {
        expression.valueParts.contains { part in
            if isThisRead(part) { return true }
            guard case .name(let name) = part.node else { return false }
            return carriers.contains(name)
        }
    }

    /// Whether it is this read that stands in `expression`.
    package func isRead(in expression: Syntax.Expression) -> Bool {
        expression.parts.contains { isThisRead($0) }
    }

    private func isThisRead(_ part: Syntax.Expression) -> Bool {
        part.place == place && part.ownName == Self.property
    }

    private static func carriers(in scope: CodeScope) -> Set<String> {
        var holders: [String: [String]] = [:]
        for name in scope.variables.names {
            for part in scope.variables.bindings(of: name).compactMap(\.value).flatMap(\.valueParts)
            {
                if let own = part.ownName { holders[own, default: []].append(name) }
            }
        }
        var found: Set<String> = []
        var pending = [property]
        while let next = pending.popLast() {
            for holder in holders[next] ?? [] where found.insert(holder).inserted {
                pending.append(holder)
            }
        }
        return found
    }
}

extension VendorIdentifierUse {
    /// Calls that are handed the identifier, directly or by a name that holds it.
    package var receivingCalls: [CallInScope] {
        scope.calls.filter { site in
            site.call.arguments.contains { isPart(of: $0.value) }
        }.map { CallInScope(scope: scope, site: $0) }
    }
}
