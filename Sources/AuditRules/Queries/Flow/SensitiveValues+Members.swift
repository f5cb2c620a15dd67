import AuditFacts
import AuditPolicy

extension SensitiveValues {
    /// How many types are looked into, one being a part of the other.
    private static let depthLimit = 3
    /// How many members are looked at for one answer.
    private static let memberLimit = 512

    /// The first sensitive property of the class `name`, whose objects a database keeps.
    func kept(in name: String) -> SensitiveName? {
        for property in calls.types.storedProperties(of: name).prefix(128) {
            let variable = property.variable
            let shape = code.shape(of: variable)
            guard shape == .open, !variable.isConstant || variable.value == nil,
                let found = told(variable.name, at: variable.span.start)
            else { continue }
            return SensitiveName(
                name: TypeName(name).lastName + "." + found.name,
                match: found.match,
                place: found.place,
                way: [
                    RelatedPlace(
                        "'\(TypeName(name).lastName)' has it",
                        path: property.file,
                        line: Int(found.place.line)
                    )
                ]
            )
        }
        return nil
    }

    /// Whether nothing sensitive is read where an object of `type` is shown: of a class that has no
    /// description, or of a type whose own leaves it out.
    ///
    /// `depth` counts the types that this was asked of one for the other: hostile ones show each other.
    func isConcealed(_ type: TypeName, isGuessing: Bool = false, depth: Int = 0) -> Bool {
        guard depth < Self.depthLimit, let own = calls.types.fullName(type.name) else {
            return false
        }
        guard let getter = calls.types.description(of: own) else {
            return calls.types.isOpaque(type)
        }
        var search = SensitivitySearch(
            values: self,
            isGuessing: isGuessing,
            nesting: depth + 1
        )
        return search.find(inResultOf: getter, 0) == nil
    }

    /// The first stored property of `type`, or of the types of its properties, that is sensitive.
    ///
    /// Of structures, and where it `isEncoded`, of classes that can be: of others nobody reads the
    /// members.
    func member(
        of type: TypeName,
        isEncoded: Bool,
        isGuessing: Bool = false,
        depth: Int = 0
    ) -> SensitiveName? {
        var stepsLeft = Self.memberLimit
        return member(of: type, isEncoded, isGuessing, depth, &stepsLeft)
    }

    private func member(
        of type: TypeName,
        _ isEncoded: Bool,
        _ isGuessing: Bool,
        _ depth: Int,
        _ stepsLeft: inout Int
    ) -> SensitiveName? {
        let type = type.element ?? type
        guard depth < Self.depthLimit, let name = calls.types.fullName(type.name),
            isEncoded ? calls.types.isEncodable(name) : calls.types.isShown(name)
        else { return nil }
        let properties = calls.types.storedProperties(of: name).prefix(128).map(\.variable).filter {
            let shape = code.shape(of: $0)
            return !$0.isConstant && (shape == .open || CodeIndex.isNumber($0.type))
        }
        for property in properties {
            guard stepsLeft > 0 else { return nil }
            stepsLeft -= 1
            let written = property.type.flatMap { TypeName(writtenAs: $0) }.map { $0.element ?? $0 }
            if !isEncoded, let written,
                isConcealed(written, isGuessing: isGuessing, depth: depth)
            {
                continue
            }
            if let found = told(property, isGuessing) {
                return found.named(TypeName(name).lastName + "." + found.name)
            }
        }
        for property in properties {
            guard stepsLeft > 0, let written = property.type.flatMap({ TypeName(writtenAs: $0) })
            else { continue }
            if let found = member(of: written, isEncoded, isGuessing, depth + 1, &stepsLeft) {
                return found
            }
        }
        return nil
    }

    /// What the name of `property` tells of it.
    private func told(_ property: Syntax.Variable, _ isGuessing: Bool) -> SensitiveName? {
        let found = told(property.name, at: property.span.start, isGuessing: isGuessing)
        guard let found, found.match.isMeasured || !CodeIndex.isNumber(property.type) else {
            return nil
        }
        return found
    }
}
