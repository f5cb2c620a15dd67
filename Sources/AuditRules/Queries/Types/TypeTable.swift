import AuditFacts
import Synchronization

/// The types that sources declare or extend, with their properties and methods; and what is global.
///
/// A name stands for the type that Swift's rules would find: the innermost around the place where it
/// is written, then a global one; a nested type of the same name elsewhere is another.
package struct TypeTable: Sendable {
    /// What all declarations of one type say together.
    struct Entry: Sendable {
        /// Whether a declaration is among them, and not extensions alone.
        var isDeclared = false
        /// Whether it is a protocol, whose methods are those of the types that conform to it.
        var isProtocol = false
        /// What it inherits from and conforms to, by their names.
        var inherited: [String] = []
        /// Stored properties and cases.
        var stored: [String: DeclaredVariable] = [:]
        /// Whether it is a structure or an enumeration, whose description shows all members.
        var isValue = false
        /// The getters of computed properties.
        var getters: [String: DeclaredFunction] = [:]
        /// Names of stored properties, in the order of the text.
        var order: [String] = []
        /// Methods and initializers; not accessors.
        var methods: [String: [DeclaredFunction]] = [:]
        /// Setters and observers by the property's name.
        var setters: [String: [DeclaredFunction]] = [:]
    }

    let written = WrittenTypes()
    private let entries: [String: Entry]
    /// The dotted names of the types whose last name it is.
    private let fullNames: [String: [String]]
    private let globals: [String: [DeclaredVariable]]
    private let globalFunctions: [String: [DeclaredFunction]]
    /// How many types have a method of a name, and one of them.
    private let methodOwners: [String: (owner: String, count: Int)]

    /// The types that name a protocol of the sources themselves, by its full name.
    private let conforming: [String: [String]]

    /// How far superclasses and protocols are followed; hostile ones inherit from each other.
    private static let inheritanceLimit = 8
    private static let parentLimit = 64

    /// How many functions of one name a type may have; more are written by a machine.
    private static let overloadLimit = 64

    /// The types of `code`.
    package init(_ code: CodeIndex) {
        var entries: [String: Entry] = [:]
        var globals: [String: [DeclaredVariable]] = [:]
        var globalFunctions: [String: [DeclaredFunction]] = [:]
        for (number, file) in code.files.enumerated() {
            for type in file.types { entries[type.name, default: Entry()].add(type) }
            for variable in file.variables {
                let declared = DeclaredVariable(file: file.path, variable: variable)
                if let owner = variable.owner {
                    entries[owner, default: Entry()].add(declared)
                } else {
                    globals[variable.name, default: []].append(declared)
                }
            }
            for (index, function) in file.functions.enumerated() {
                let declared = DeclaredFunction(
                    file: file.path,
                    function: function,
                    position: FunctionPosition(file: number, function: index)
                )
                if let owner = function.type {
                    entries[owner, default: Entry()].add(declared, limit: Self.overloadLimit)
                } else if globalFunctions[function.name, default: []].count < Self.overloadLimit {
                    globalFunctions[function.name, default: []].append(declared)
                }
            }
        }
        self.entries = entries
        self.globals = globals
        self.globalFunctions = globalFunctions
        fullNames = Dictionary(grouping: entries.keys.sorted()) { TypeName($0).lastName }
        conforming = Self.conforming(entries)
        methodOwners = entries.reduce(into: [:]) { owners, entry in
            for name in entry.value.methods.keys {
                owners[name] = (entry.key, (owners[name]?.count ?? 0) + 1)
            }
        }
    }

    private static func conforming(_ entries: [String: Entry]) -> [String: [String]] {
        var conforming: [String: [String]] = [:]
        for name in entries.keys.sorted() {
            for inherited in entries[name]?.inherited ?? []
            where entries[inherited]?.isProtocol ?? false {
                if conforming[inherited, default: []].count < overloadLimit {
                    conforming[inherited, default: []].append(name)
                }
            }
        }
        return conforming
    }

    /// The full name of the type that `name` means inside the type `owner`; `nil` for one that is
    /// neither declared nor extended, and where several could be meant.
    package func fullName(_ name: String, in owner: String? = nil) -> String? {
        var outer = owner.map { $0.split(separator: ".") } ?? []
        while !outer.isEmpty {
            let nested = outer.joined(separator: ".") + "." + name
            if entries[nested] != nil { return nested }
            outer.removeLast()
        }
        if entries[name] != nil { return name }
        let others = fullNames[TypeName(name).lastName] ?? []
        // `Model.Account` where the sources declare `Account` in the module `Model`.
        guard name.contains("."), others.count == 1 else { return nil }
        return others[0]
    }

    /// Whether the type called `name` inside `owner` is one that the sources declare themselves.
    package func declares(_ name: String, in owner: String? = nil) -> Bool {
        fullName(name, in: owner).flatMap { entries[$0]?.isDeclared } ?? false
    }

    /// The type called `name` with everything it inherits from, itself first, by their full names.
    package func lineage(of name: String, in owner: String? = nil) -> [String] {
        var names = [fullName(name, in: owner) ?? name]
        var seen = Set(names)
        var next = 0
        while next < names.count, names.count < Self.inheritanceLimit {
            for inherited in (entries[names[next]]?.inherited ?? []).prefix(Self.parentLimit) {
                let full = fullName(inherited, in: names[next]) ?? inherited
                if seen.insert(full).inserted { names.append(full) }
            }
            next += 1
        }
        return names
    }

    /// The stored property `name` of `type`, or of what that inherits from.
    package func storedProperty(_ name: String, of type: String) -> DeclaredVariable? {
        lineage(of: type).lazy.compactMap { entries[$0]?.stored[name] }.first
    }

    /// The getter of the computed property `name` of `type`, or of what that inherits from.
    func getter(of name: String, in type: String) -> DeclaredFunction? {
        lineage(of: type).lazy.compactMap { entries[$0]?.getters[name] }.first
    }

    /// Whether the description of a value of `type` shows its members: those of structures do, and of
    /// classes of libraries that describe all properties.
    func isShown(_ type: String) -> Bool {
        guard let entry = entries[type], entry.isDeclared, !entry.isProtocol else { return false }
        return entry.isValue || !Self.described.isDisjoint(with: lineage(of: type))
    }

    /// Whether nothing of an object of `type` is read in its description: of the sources' own classes
    /// that have none.
    func isOpaque(_ type: TypeName) -> Bool {
        guard let name = fullName(type.name), let entry = entries[name] else { return false }
        return entry.isDeclared && !entry.isProtocol && !isShown(name)
            && description(of: name) == nil && methods("description", of: name).isEmpty
    }

    /// What the text is made of that `type` describes itself with, in Swift.
    func description(of type: String) -> DeclaredFunction? {
        getter(of: "description", in: type) ?? getter(of: "debugDescription", in: type)
    }

    /// Whether the members of a value of `type` are encoded with it.
    func isEncodable(_ type: String) -> Bool {
        guard let entry = entries[type], entry.isDeclared, !entry.isProtocol else { return false }
        return entry.isValue || !Self.encodable.isDisjoint(with: lineage(of: type))
    }

    /// Sources: the documentation of Mantle and Realm.
    private static let described: Set<String> = [
        "MTLModel", "RLMObject", "Object", "EmbeddedObject",
    ]

    private static let encodable: Set<String> = [
        "Codable", "Encodable", "NSCoding", "NSSecureCoding",
    ]

    /// The classes that inherit from one of `bases`, by their full names, sorted.
    func heirs(of bases: Set<String>) -> [String] {
        entries.keys.filter { name in
            entries[name]?.isDeclared ?? false
                && lineage(of: name).dropFirst().contains(where: bases.contains)
        }.sorted()
    }

    /// The stored properties of `type` in the order of the text; none of one that is only extended.
    package func storedProperties(of type: String) -> [DeclaredVariable] {
        guard let entry = entries[type], entry.isDeclared else { return [] }
        return entry.order.compactMap { entry.stored[$0] }
    }

    /// The methods called `name` of `type`, or of the nearest that it inherits them from.
    ///
    /// Those of a protocol are the ones of all types that conform to it, and its extensions'.
    func methods(_ name: String, of type: String) -> [DeclaredFunction] {
        guard entries[type]?.isProtocol ?? false else {
            return lineage(of: type).lazy.compactMap { entries[$0]?.methods[name] }.first ?? []
        }
        let types = [type] + (conforming[type] ?? [])
        let all = types.lazy.flatMap { entries[$0]?.methods[name] ?? [] }
        return Array(all.prefix(Self.overloadLimit))
    }

    /// The setters and observers of the property `name` of `type`, or of what it inherits from.
    package func setters(of name: String, in type: String) -> [DeclaredFunction] {
        lineage(of: type).lazy.compactMap { entries[$0]?.setters[name] }.first ?? []
    }

    /// The functions called `name` that belong to no type.
    package func globalFunctions(_ name: String) -> [DeclaredFunction] {
        globalFunctions[name] ?? []
    }

    /// The methods called `name` where one type alone has any and no global function is called so.
    func onlyMethods(_ name: String) -> [DeclaredFunction] {
        guard let found = methodOwners[name], found.count == 1, globalFunctions[name] == nil else {
            return []
        }
        return entries[found.owner]?.methods[name] ?? []
    }

    /// The only global variable called `name`.
    func global(_ name: String) -> DeclaredVariable? {
        guard let found = globals[name], found.count == 1 else { return nil }
        return found[0]
    }
}

/// Long types as they are written, read once: rules ask for those of the same values.
final class WrittenTypes: Sendable {
    /// In bytes; a shorter one is read in less time than it is found.
    private static let shortLength = 64
    /// How many are kept.
    private static let countLimit = 4_096

    private let known = Mutex<[String: TypeName?]>([:])

    /// The type in `text`; `nil` for what is no type.
    func type(_ text: String) -> TypeName? {
        guard text.utf8.count > Self.shortLength else { return TypeName(writtenAs: text) }
        if let type = known.withLock({ $0[text] }) { return type }
        let type = TypeName(writtenAs: text)
        known.withLock { if $0.count < Self.countLimit { $0[text] = .some(type) } }
        return type
    }
}

extension TypeTable.Entry {
    fileprivate mutating func add(_ type: Syntax.TypeDeclaration) {
        if type.kind != .extensionType { isDeclared = true }
        if type.kind == .protocolType { isProtocol = true }
        if type.kind == .structure || type.kind == .enumeration { isValue = true }
        for name in type.inherited.compactMap({ TypeName(writtenAs: $0)?.name })
        where !inherited.contains(name) {
            inherited.append(name)
        }
    }

    fileprivate mutating func add(_ variable: DeclaredVariable) {
        let name = variable.variable.name
        if stored.updateValue(variable, forKey: name) == nil { order.append(name) }
    }

    fileprivate mutating func add(_ declared: DeclaredFunction, limit: Int) {
        let function = declared.function
        let kind = function.modifiers.last { Self.accessors.contains($0) }
        switch kind {
        case nil:
            if methods[function.name, default: []].count < limit {
                methods[function.name, default: []].append(declared)
            }
        case "get": getters[function.name] = declared
        case "=": break
        default:
            if setters[function.name, default: []].count < limit {
                setters[function.name, default: []].append(declared)
            }
        }
    }

    private static let accessors: Set<String> = ["get", "set", "didSet", "willSet", "="]
}
