package import AuditFacts
package import AuditPolicy
import Documents

/// What rules may ask: the facts, the policy and what follows from both.
package struct AuditContext: Sendable {
    /// What was read.
    package let facts: Facts
    /// What is demanded.
    package let policy: Policy
    /// Calls, constants and declarations of the sources that are audited.
    package let code: CodeIndex
    /// Who calls whom, and what types values have.
    package let calls: CallGraph
    /// Targets and what they are made of.
    package let graph: TargetGraph
    /// Which values are sensitive.
    package let sensitive: SensitiveValues
    /// What sources store and under which class.
    package var storage: StorageUses { shared.storage.value }
    /// What sources write into files.
    package var written: [WrittenContent] { shared.written.value }
    /// What sources write into logs.
    var logs: [LogCall] { shared.logs.value }
    /// What sources hand to pasteboards, notifications, activities and clouds.
    var sinks: ValueSinks { shared.sinks.value }
    /// Where the identifier for vendor is read.
    package var vendorIdentifier: [VendorIdentifierUse] { shared.vendorIdentifier.value }
    /// What is put into the keychain, and how it may be opened.
    package var keychain: [KeychainUse] { shared.keychain.value }
    /// APIs that need a reason in a privacy manifest.
    package var requiredReasons: RequiredReasonUses { shared.requiredReasons.value }
    /// Whose eyes records of CloudKit are for.
    var audience: RecordAudience { shared.audience.value }
    private let shared: SharedAnswers
    /// The day that end dates are compared with.
    package let today: CalendarDay
    /// Whose files are audited.
    package let audited: Set<FileScope>
    /// The build configurations that targets have, also those that another policy judges.
    let configurationNames: Set<String>

    /// What rules may ask about `facts` under `policy`.
    package init(
        facts: Facts,
        policy: Policy,
        today: CalendarDay,
        audited: Set<FileScope> = [.app]
    ) {
        self.facts = facts
        self.policy = policy
        self.today = today
        self.audited = audited
        code = CodeIndex(facts.code.filter { audited.contains(facts.scope(of: $0.path)) })
        calls = CallGraph(code)
        graph = TargetGraph(facts.targets)
        configurationNames = Set(facts.targets.flatMap { $0.configurations.map(\.name) })
        sensitive = SensitiveValues(policy.vocabulary, calls)
        shared = SharedAnswers(calls, sensitive)
    }

    private init(_ other: AuditContext, _ policy: Policy, _ facts: Facts) {
        let hasSameWords = policy.vocabulary == other.policy.vocabulary
        self.facts = facts
        self.policy = policy
        today = other.today
        audited = other.audited
        configurationNames = other.configurationNames
        code = other.code
        calls = other.calls
        graph = TargetGraph(facts.targets)
        sensitive =
            hasSameWords ? other.sensitive : SensitiveValues(policy.vocabulary, other.calls)
        shared = hasSameWords ? other.shared : SharedAnswers(other.calls, sensitive)
    }

    /// The same under another policy, and with `facts` that differ in targets alone.
    func under(_ policy: Policy, _ facts: Facts) -> AuditContext {
        AuditContext(self, policy, facts)
    }

    /// Documents of `role` whose files are audited.
    package func documents(_ role: PropertyDocument.Role) -> [PropertyDocument] {
        facts.documents.filter { $0.role == role && audited.contains(facts.scope(of: $0.path)) }
    }

    /// The place of the entry `key` of the document at `path`; its first line without one.
    func place(of key: String, in path: String, _ message: String) -> RelatedPlace {
        let entry = facts.documents.first { $0.path == path }?.root?.entry(key)
        return RelatedPlace(message, path: path, line: Int(entry?.place.line ?? 1))
    }

    /// Apps and extensions for iOS, by id.
    package var processes: [Target] { facts.targets.filter(\.isProcess) }

    /// The kind of data the policy says a path or one of `names` belongs to: the first that fits.
    package func kind(of path: PathTrace, names: [String] = []) -> DataKind? {
        policy.kinds.first { kind in
            kind.paths.contains(where: path.fits)
                || !Set(kind.symbols).isDisjoint(with: path.names + names)
        }
    }

    /// The kind of data the policy says is stored under the key `expression`.
    package func kind(ofKey expression: Syntax.Expression, _ scope: CodeScope?) -> DataKind? {
        guard policy.kinds.contains(where: { !$0.keys.isEmpty }) else { return nil }
        var key = code.text(of: expression, in: scope)
        // A case of an enumeration of texts is called as its value, where it has no other.
        if key == nil, case .member(let named?, "rawValue") = expression.node {
            key = named.lastName
        }
        return key.flatMap(policy.kind(ofKey:))
    }

    /// The kind of data the policy says is stored at `use`.
    package func kind(of use: StorageUse) -> DataKind? {
        let target = use.target.map { use.scope.path(of: $0, code) }
        let content = use.content.map { use.scope.path(of: $0, code) }
        let path = PathTrace(
            folder: target?.folder,
            texts: target?.texts ?? [],
            names: (target?.names ?? []) + (content?.names ?? [])
        )
        let types = path.names.compactMap { use.scope.parameter($0)?.type }
        return kind(of: path, names: types + [use.scope.function.type].compactMap { $0 })
    }
}

extension AuditContext {
    /// The comments that accept findings in the files that are audited, by path and place.
    var acceptances: [(path: String, comment: AllowComment)] {
        let known = Set(RuleCatalogue.rules.map { $0.description.id })
        return facts.suppressions.filter { audited.contains(facts.scope(of: $0.path)) }
            .flatMap { path, comments in
                comments.map { (path, AllowComment($0, knownRules: known)) }
            }
    }
}

extension AllowComment {
    /// The line it stands in.
    var span: SourceSpan { SourceSpan(place) }
}

extension PolicyException {
    /// The last day it holds; `nil` for no end.
    var lastDay: CalendarDay? { until.flatMap { CalendarDay($0) } }

    /// The line that declares it.
    var span: SourceSpan { SourceSpan(SourcePlace(line: declaration.line)) }
}

extension AuditContext {
    /// An app or extension for iOS that runs the file at `path` and whose Info.plist has no text
    /// under `key` in a release; `nil` where all have one, or nothing is known to run it.
    package func host(of path: String, lacking key: String) -> Target? {
        graph.hosts(of: path).filter(\.isProcess).first { target in
            target.releases.contains { configuration in
                configuration.info.map { !$0.hasText(under: key) } ?? false
            }
        }
    }
}

extension DocumentNode {
    /// Whether there is a text under `key` that is more than spaces, or a dictionary with entries.
    func hasText(under key: String) -> Bool {
        guard let value = self[key] else { return false }
        if let text = value.string { return !text.allSatisfy(\.isWhitespace) }
        return value.entries?.isEmpty == false
    }
}

/// What takes long to find out and not every audit asks.
private struct SharedAnswers: Sendable {
    let storage: SharedAnswer<StorageUses>
    let written: SharedAnswer<[WrittenContent]>
    let logs: SharedAnswer<[LogCall]>
    let sinks: SharedAnswer<ValueSinks>
    let vendorIdentifier: SharedAnswer<[VendorIdentifierUse]>
    let keychain: SharedAnswer<[KeychainUse]>
    let requiredReasons: SharedAnswer<RequiredReasonUses>
    let audience: SharedAnswer<RecordAudience>

    init(_ calls: CallGraph, _ sensitive: SensitiveValues) {
        let code = calls.code
        let storage = SharedAnswer { StorageUses(code) }
        self.storage = storage
        written = SharedAnswer { WrittenContent.all(storage.value, calls, sensitive) }
        logs = SharedAnswer { LogCall.all(in: calls, sensitive) }
        sinks = SharedAnswer { ValueSinks(calls, sensitive) }
        vendorIdentifier = SharedAnswer { VendorIdentifierUse.all(in: code) }
        keychain = SharedAnswer { KeychainUses.all(in: code) }
        requiredReasons = SharedAnswer { RequiredReasonUses(code) }
        audience = SharedAnswer { RecordAudience(code) }
    }
}
