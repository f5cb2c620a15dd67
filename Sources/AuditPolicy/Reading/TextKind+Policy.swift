import AuditFacts
import ProtectionModel
import Documents

extension TextKind where Value == ProtectionClass {
    static var protectionClass: Self {
        Self { node throws(DocumentFault) in try node.protectionClass() }
    }
}

extension TextKind where Value == Set<LockState> {
    static var lockStates: Self { Self { node throws(DocumentFault) in try node.lockStates() } }
}

extension TextKind where Value == CalendarDay {
    static var day: Self { Self { node throws(DocumentFault) in try node.day() } }
}

extension TextKind where Value == Int {
    static var smallCount: Self { Self { node throws(DocumentFault) in try node.smallCount() } }
}

extension TextKind where Value == String {
    static var term: Self { Self { node throws(DocumentFault) in try node.term() } }
    static var words: Self {
        Self { node throws(DocumentFault) in try node.words(mayBeMarked: false) }
    }
    static var host: Self { Self { node throws(DocumentFault) in try node.host() } }

    static var audience: Self { choice("an audience", among: Policy.audiences) }

    /// The id of a rule; without known ones any that looks like one.
    static func rule(among known: Set<String>?) -> Self {
        Self { node throws(DocumentFault) in
            let text = try node.text()
            guard let known else {
                guard text.split(separator: ".").count == 2 else {
                    throw node.expected("a rule's id such as store.class-none")
                }
                return text
            }
            guard known.contains(text) else {
                throw node.expected("the id of a rule").suggesting(text, among: known.sorted())
            }
            return text
        }
    }

    private static func choice(_ kind: String, among words: [String]) -> Self {
        Self { node throws(DocumentFault) in
            try node.choice(kind, among: words.map { ($0, $0) })
        }
    }
}

extension TextKind where Value == Bool {
    /// `allowed` or `never`, which is false.
    static var permission: Self {
        Self { node throws(DocumentFault) in
            try node.choice("whether it may", among: [("allowed", true), ("never", false)])
        }
    }
}

extension TextKind where Value == Sensitivity? {
    /// A sensitivity, or `nil` for `public`.
    static var sensitivity: Self {
        Self { node throws(DocumentFault) in
            let words = Sensitivity.allCases.map { ($0.rawValue, Sensitivity?.some($0)) }
            return try node.choice("a sensitivity", among: words + [("public", nil)])
        }
    }
}

extension TextKind where Value == FindingLevel? {
    /// A level, or `nil` for `off`.
    static var level: Self {
        Self { node throws(DocumentFault) in
            let words = FindingLevel.allCases.map { ($0.rawValue, FindingLevel?.some($0)) }
            return try node.choice("a level", among: [("off", nil)] + words)
        }
    }
}
