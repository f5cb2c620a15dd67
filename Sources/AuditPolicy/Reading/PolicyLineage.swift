import Documents
import ProtectionModel

/// The walk through policies and what they extend, the extended ones first and each once.
final class PolicyLineage {
    private(set) var documents: [PolicyDocument] = []
    private(set) var traits = TraitTable()
    private(set) var problems: [PolicyProblem] = []
    private let reader: PolicyReader
    private var visited: Set<PolicyReference> = []
    private var path: [PolicyReference] = []
    /// The policy as far as it is known, without overlays: what the next text inherits.
    private var inherited = Policy()

    init(_ reader: PolicyReader) {
        self.reader = reader
    }

    /// Reads the policy `reference` of the text `bytes`, and first what it extends.
    func visit(_ reference: PolicyReference, _ bytes: [UInt8]) {
        guard visited.insert(reference).inserted else { return }
        let log = ProblemLog(file: reference.description)
        path.append(reference)
        defer {
            path.removeLast()
            problems += log.problems
        }
        let limits = PolicyReader.limits
        let root = log.attempt { () throws(DocumentFault) in
            try TextDocument.parse(bytes, limits: limits)
        }
        // A later version may mean other things by the same words.
        guard let root, var fields = FieldReader(root, log),
            fields.required("policy", as: .version) != nil
        else { return }
        for node in fields.elements("extends") { extend(node, log) }
        let document = PolicyDocument(&fields, traits: &traits, knownRules: rules(for: reference))
        // What makes no sense with what is inherited only shows when that is known.
        guard problems.isEmpty, log.problems.isEmpty else { return }
        documents.append(document)
        check(document, log)
    }

    /// A shipped policy is the library's own: a test compares it with the catalogue.
    private func rules(for reference: PolicyReference) -> Set<String>? {
        if case .shipped = reference { return nil }
        return reader.knownRules
    }

    private func extend(_ node: DocumentNode, _ log: ProblemLog) {
        log.attempt { () throws(DocumentFault) in
            let reference = try node.policyReference().relative(to: path[path.count - 1])
            if let start = path.firstIndex(of: reference) {
                let circle = (path[start...] + [reference]).map(\.description)
                let names = circle.joined(separator: " → ").printable
                throw DocumentFault(
                    "policies extend each other in a circle: \(names)",
                    at: node.location
                )
            }
            guard path.count < PolicyReader.depthLimit,
                visited.count < PolicyReader.documentLimit
            else { throw DocumentFault("too many policies extend one another", at: node.location) }
            visit(reference, try text(of: reference, at: node))
        }
    }

    private func text(
        of reference: PolicyReference,
        at node: DocumentNode
    ) throws(DocumentFault) -> [UInt8] {
        switch reference {
        case .shipped(let policy): return policy.text
        case .file(let file):
            // Not read twice, however often it is extended.
            if visited.contains(reference) { return [] }
            do { return try reader.load(file) } catch {
                throw DocumentFault("cannot read '\(file.printable)'", at: node.location)
            }
        }
    }

    /// Tries each overlay on what the document inherits, whatever its traits are.
    private func check(_ document: PolicyDocument, _ log: ProblemLog) {
        document.base.apply(to: &inherited, log)
        for overlay in document.overlays {
            var trial = inherited
            overlay.fragment.apply(to: &trial, log)
        }
    }
}

extension DocumentNode {
    /// What `extends` names.
    fileprivate func policyReference() throws(DocumentFault) -> PolicyReference {
        let text = try bounded(.string)
        if let reference = PolicyReference(text) { return reference }
        let names = ShippedPolicy.allCases.map(\.rawValue)
        let kind = "a shipped policy (\(names.joined(separator: ", "))) or a path with '/' in it"
        throw expected(kind).suggesting(text, among: names)
    }
}

extension TextKind where Value == Int {
    /// The version of the language.
    fileprivate static var version: Self {
        Self { node throws(DocumentFault) in
            guard try node.integer() == PolicyReader.version else {
                throw node.expected("the version \(PolicyReader.version)")
            }
            return PolicyReader.version
        }
    }
}
