import AuditFacts
import AuditPolicy

/// What a name says of its value, by what it is part of, handed on as or measured in.
extension SensitivitySearch {
    /// `number` is one to call in `sendSMSRequest(to number: String)`.
    func told(
        number name: String,
        at place: SourcePlace,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard name == "number", let function = scope?.function,
            scope?.parameter(name, at: place) != nil,
            !Self.calling.isDisjoint(with: NameWords.words(of: function.name))
        else { return nil }
        return told("phone number", at: place)
    }

    /// What the system hands a delegate: an address, a payload.
    func told(
        system name: String,
        at place: SourcePlace,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard isGuessing, let function = scope?.function, scope?.parameter(name, at: place) != nil,
            scope?.variables.bindings(of: name, at: place).isEmpty ?? false,
            let match = KnownValues.match(parameter: name, of: function)
        else { return nil }
        return SensitiveName(name: name, match: match, place: place)
    }

    /// `text` is a password in a function that calls `login(password: text)`.
    func told(
        role name: String,
        at place: SourcePlace,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard let scope, scope.declares(name, at: place),
            scope.variables.bindings(of: name, at: place).count < 2,
            !values.vocabulary.isHarmless(name)
        else { return nil }
        let roles = Set(scope.roles(of: name))
        // What is a host here and a password there is told by its branch, not by its name.
        guard roles.count <= Self.roleLimit else { return nil }
        return roles.sorted().lazy.compactMap { values.told($0, at: place) }.first
    }

    /// How many roles a value may have for each to tell what it is.
    private static let roleLimit = 3

    /// A number is sensitive where its name is that of something measured of a person.
    func told(
        measured name: String,
        _ value: Syntax.Expression,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard let found = told(name, at: value.place), found.match.isMeasured,
            code.isNumber(value, in: scope)
        else { return nil }
        return found
    }

    /// What a setter is handed is what the property is called.
    func told(
        handed name: String,
        at place: SourcePlace,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard let function = scope?.function, function.parameters.first?.name == name,
            function.modifiers.contains(where: ["set", "willSet"].contains)
        else { return nil }
        return told(function.name, at: place)
    }

    /// What a call of the platform makes.
    func told(
        madeBy call: Syntax.Call,
        _ place: SourcePlace,
        _ scope: CodeScope?
    ) -> SensitiveName? {
        guard let known = KnownValues.match(madeBy: call) else { return nil }
        let match = KnownValues.match(known, in: scope?.function.name)
        guard isGuessing || !match.isGuess else { return nil }
        return SensitiveName(name: match.term, match: match, place: place)
    }

    /// `account.number` is an account number.
    func told(
        part name: String,
        of base: Syntax.Expression?,
        at place: SourcePlace
    ) -> SensitiveName? {
        guard Self.general.contains(name), let whole = base?.lastName, whole != "self" else {
            return nil
        }
        let words = NameWords.words(of: whole).filter {
            !["data", "model", "current"].contains($0)
        }
        return values.told((words + [name]).joined(separator: " "), at: place)
    }

    /// Names that say what a value is together with what it is a part of.
    private static let general: Set<String> = [
        "number", "address", "code", "phrase", "seed", "secret",
    ]

    /// `walletAddress.checksummed` is likely to be the address in another spelling.
    func told(
        spelling name: String,
        of base: Syntax.Expression?,
        at place: SourcePlace
    ) -> SensitiveName? {
        guard isGuessing, let whole = base?.lastName, !values.vocabulary.isHarmless(name),
            let found = values.told(whole, at: place)
        else { return nil }
        return found.guessed
    }

    /// Whether `base` is an enumeration of the sources, and `name` one of its cases.
    func isCase(
        _ name: String,
        of base: Syntax.Expression?,
        _ scope: CodeScope?
    ) -> Bool {
        guard let chain = base?.chain, let last = chain.last, last.first?.isUppercase ?? false
        else {
            return false
        }
        let written = chain.joined(separator: ".")
        let type = types.fullName(written, in: scope?.function.type) ?? written
        return code.types(type).contains { $0.kind == .enumeration && $0.members.contains(name) }
            && code.variables(name).allSatisfy { $0.variable.owner != type }
    }

    /// Whether `base` is a type whose members are names of values.
    static func isOfNames(_ base: Syntax.Expression?) -> Bool {
        guard let type = base?.ownName, type.first?.isUppercase ?? false,
            let last = NameWords.words(of: type).last
        else { return false }
        return ["key", "keys", "name", "names", "identifier", "identifiers"].contains(last)
    }

    static func withoutView(_ name: String) -> String {
        var words = NameWords.words(of: name)
        while let last = words.last, views.contains(last) { words.removeLast() }
        return words.joined(separator: " ")
    }

    private static let calling: Set<String> = ["sms", "phone", "dial", "call"]

    private static let views: Set<String> = [
        "field", "text", "view", "label", "input", "box", "textfield", "textview", "txt",
    ]
}
