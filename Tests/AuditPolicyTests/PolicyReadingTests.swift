import AuditFacts
import AuditPolicy
import ProtectionModel
import Testing

struct PolicyReadingTests {
    private static let whole = """
        policy: 1
        name: app
        about: all there is
        audience: kids
        default-class: c
        media-catalogue: true
        sensitive-screens: true
        kinds:
          messages:
            about: Chats
            sensitivity: personal
            class: complete-unless-open
            because: it is said
            paths: ["/Documents/**", "*.sqlite"]
            symbols: [MessageStore]
            keys: [draft]
            needed-by: [voip, mine]
            append-only: true
            backup: never
            sync: never
            planned: true
          tiles: {sensitivity: public, backup: allowed}
        contexts:
          mine: {about: my own, states: [locked], extension-points: [a.b], background-modes: [c]}
        vocabulary:
          credential: [door code]
          personal: ["=shoe size"]
          harmless-endings: [flag]
          harmless-names: [door]
        passcode: {required: true, minimum-length: 6, maximum-failures: 10}
        hosts: {trusted: ["*.example.org"], public: [a.b], staging: [localhost]}
        targets: [App]
        rules: {store.log-personal: off, store.class-none: note}
        exceptions:
          - rule: store.class-none
            paths: ["Sources/Probe.swift"]
            until: 2027-01-31
            owner: ada
            reason: a marker
          - {rule: keychain.always}
        """

    @Test("Every key is read")
    func whole() throws {
        let policy = try PolicyDesk().policy(Self.whole)
        #expect(policy.sources == ["app.yml"])
        #expect(policy.audience == "kids" && policy.isMediaCatalogue && policy.hasSensitiveScreens)
        #expect(policy.defaultClass == .completeUntilFirstUserAuthentication)
        #expect(policy.passcode.isRequired && policy.passcode.minimumLength == 6)
        #expect(policy.passcode.maximumFailures == 10)
        #expect(policy.trustedHosts == ["*.example.org"])
        #expect(policy.publicHosts == ["a.b"] && policy.stagingHosts == ["localhost"])
        #expect(policy.targets == ["App"])
        #expect(policy.ruleLevels == ["store.log-personal": nil, "store.class-none": .note])
        #expect(policy.vocabulary.match("frontDoorCode")?.sensitivity == .credential)
        #expect(policy.vocabulary.match("shoeSize")?.sensitivity == .personal)
        #expect(policy.vocabulary.match("myShoeSize") == nil)
        let mine = try #require(policy.contexts.last)
        #expect(mine.name == "mine" && mine.title == "my own" && mine.states == [.locked])
        #expect(mine.extensionPoints == ["a.b"] && mine.backgroundModes == ["c"])
        #expect(policy.contexts.count == ExecutionContext.known.count + 1)
    }

    @Test("Every key of a kind is read")
    func kinds() throws {
        let policy = try PolicyDesk().policy(Self.whole)
        let kind = try #require(policy.kinds.first)
        #expect(policy.kinds.map(\.name) == ["messages", "tiles"])
        #expect(kind.about == "Chats" && kind.because == "it is said")
        #expect(kind.sensitivity == .personal && kind.minimumClass == .completeUnlessOpen)
        #expect(kind.paths.map(\.text) == ["/Documents/**", "*.sqlite"])
        #expect(kind.symbols == ["MessageStore"] && kind.keys == ["draft"])
        #expect(kind.neededBy == ["voip", "mine"] && kind.isAppendOnly && kind.isPlanned)
        #expect(!kind.mayBeBackedUp && !kind.mayBeSynchronized)
        #expect(kind.declaration?.path == "app.yml" && kind.declaration?.line == 9)
        #expect(policy.kinds[1].sensitivity == nil && policy.kinds[1].mayBeBackedUp)
    }

    @Test("Exceptions are read, also those without a reason, which a rule reports")
    func exceptions() throws {
        let exceptions = try PolicyDesk().policy(Self.whole).exceptions
        #expect(exceptions.map(\.rule) == ["store.class-none", "keychain.always"])
        #expect(exceptions[0].paths.map(\.text) == ["Sources/Probe.swift"])
        #expect(exceptions[0].until == "2027-01-31" && exceptions[0].owner == "ada")
        #expect(exceptions[0].reason == "a marker" && exceptions[0].declaration.line == 35)
        #expect(exceptions[1].reason.isEmpty && exceptions[1].until == nil)
    }

    @Test("A kind that does not say is personal")
    func plainKind() throws {
        let policy = try PolicyDesk().policy("policy: 1\nkinds: {notes: {class: a}}")
        #expect(policy.kinds.first?.sensitivity == .personal)
    }

    @Test(
        "What is wrong is reported with its place, what was expected, and the nearest word",
        arguments: [
            ("", "1:1: the document is empty"),
            ("[]", "1:1: expected a mapping, found a list"),
            ("name: a", "1:1: missing key 'policy'"),
            ("policy: 2", "1:9: expected the version 1, found '2'"),
            ("policy: one", "1:9: expected a whole number, found 'one'"),
            ("policy: 1\nkind: {}", "unknown key 'kind'; known keys: "),
            ("policy: 1\nkind: {}", "did you mean 'kinds'?"),
            ("policy: 1\nkinds: []", "2:8: expected a mapping, found a list"),
            ("policy: 1\nkinds: {A: {}}", "2:9: expected a kind's name of small letters"),
            ("policy: 1\nkinds: {a: 1}", "2:12: expected a mapping, or absent, found '1'"),
            ("policy: 1\nkinds: {a: {clas: a}}", "2:13: unknown key 'clas'"),
            ("policy: 1\nkinds: {a: {class: complet}}", "did you mean 'complete'?"),
            ("policy: 1\nkinds: {a: {sensitivity: x}}", "credential, personal, public, found 'x'"),
            ("policy: 1\nkinds: {a: {backup: no}}", "2:21: expected whether it may: allowed"),
            ("policy: 1\nkinds: {a: {append-only: yes}}", "expected true or false, found 'yes'"),
            ("policy: 1\nkinds: {a: {paths: /a}}", "expected a list, or a mapping with add"),
            ("policy: 1\nkinds: {a: {paths: [[]]}}", "expected text, found a list"),
            ("policy: 1\nkinds: {a: {paths: ['']}}", "expected 1 to 256 bytes, found 0"),
            ("policy: 1\nkinds: {a: {keys: []}}", "an empty list adds nothing"),
            ("policy: 1\nkinds: {a: {keys: {only: [b], add: [c]}}}", "'only' stands alone"),
            ("policy: 1\nkinds: {a: {keys: {remove: [b]}}}", "expected a word that is inherited"),
            ("policy: 1\nkinds: {a: {needed-by: [viop]}}", "did you mean 'voip'?"),
            ("policy: 1\ncontexts: {a: {about: b}}", "the new context 'a' needs 'states'"),
            ("policy: 1\ncontexts: {a: {states: [off]}}", "a lock state in which code can run"),
            ("policy: 1\ncontexts: {a: {states: []}}", "expected at least one lock state"),
            ("policy: 1\ncontexts: {a: {states: [lockd]}}", "did you mean 'locked'?"),
            ("policy: 1\nvocabulary: {credential: [apiKey]}", "expected words in small letters"),
            ("policy: 1\nvocabulary: {credential: [API key]}", "write 'api key'"),
            ("policy: 1\nvocabulary: {harmless-names: [=a b]}", "write 'a b'"),
            ("policy: 1\nvocabulary: {secret: [a]}", "unknown key 'secret'"),
            ("policy: 1\npasscode: {minimum-length: 0}", "expected a number from 1 to 1000"),
            ("policy: 1\npasscode: {required: 1}", "expected true or false"),
            ("policy: 1\nhosts: {trusted: ['https://a.b']}", "expected a host in small letters"),
            ("policy: 1\nhosts: {trusted: ['*']}", "expected a host in small letters"),
            ("policy: 1\nhosts: {trusted: [a..b]}", "expected a host in small letters"),
            ("policy: 1\naudience: kid", "general, kids, found 'kid'; did you mean 'kids'?"),
            ("policy: 1\nrules: {store.class-non: off}", "did you mean 'store.class-none'?"),
            ("policy: 1\nrules: {store.class-none: warn}", "expected a level: off, note"),
            ("policy: 1\nrules: [a]", "expected a mapping, found a list"),
            ("policy: 1\nexceptions: {}", "expected a list, found a mapping"),
            ("policy: 1\nexceptions: [{}]", "missing key 'rule'"),
            ("policy: 1\nexceptions: [{rule: a.b}]", "expected the id of a rule"),
            (
                "policy: 1\nexceptions: [{rule: keychain.always, until: 2027-02-29}]",
                "expected a day such as 2027-01-31, found '2027-02-29'"
            ),
            ("policy: 1\ntraits: {audience: [a]}", "the trait 'audience' exists already"),
            ("policy: 1\ntraits: {a: []}", "expected at least one value"),
            ("policy: 1\noverlays: [{rules: {}}]", "missing key 'when'"),
            ("policy: 1\noverlays: [{when: {}}]", "expected at least one trait, found none"),
            ("policy: 1\noverlays: [{when: {confguration: a}}]", "did you mean 'configuration'?"),
            ("policy: 1\noverlays: [{when: {audience: all}}]", "expected a value of 'audience'"),
            (
                "policy: 1\noverlays: [{when: {region: a}, audience: kids}]",
                "unknown key 'audience'"
            ),
            (
                "policy: 1\noverlays: [{when: {region: a}, kinds: {b: {needed-by: [c]}}}]",
                "expected an execution context, found 'c'"
            ),
            ("policy: 1\npolicy: 1", "the key 'policy' is given more than once"),
            ("policy: &a 1", "anchors"),
        ] as [(String, String)]
    )
    func refused(text: String, message: String) {
        let problems = PolicyDesk().problems(text)
        #expect(
            problems.contains { $0.hasPrefix("app.yml:") && $0.contains(message) },
            "\(problems)"
        )
    }

    @Test("All that is wrong is reported at once, in the order of the text")
    func several() {
        let problems = PolicyDesk().problems(
            """
            policy: 1
            defualt-class: a
            kinds:
              a: {class: x, backup: y}
              b: {clas: a, sync: z}
            rules: {a.b: off}
            """
        )
        #expect(
            problems.map { $0.prefix { $0 != " " } } == [
                "app.yml:4:14:", "app.yml:4:25:", "app.yml:5:22:", "app.yml:5:7:", "app.yml:6:9:",
                "app.yml:2:1:",
            ]
        )
    }

    @Test("Without known rules an id needs only its shape")
    func unknownRules() throws {
        let stack = try PolicyDesk().stack("policy: 1\nrules: {a.b: off}", knownRules: nil)
        #expect(stack.policy().ruleLevels == ["a.b": nil])
        #expect(throws: PolicyError.self) {
            try PolicyDesk().stack("policy: 1\nrules: {ab: off}", knownRules: nil)
        }
    }
}
