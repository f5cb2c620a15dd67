/// What `policy init` writes.
enum PolicyStarter {
    static let text = """
        # What is demanded of this app's data. 'protectctl policy check' says whether this file can be
        # read, 'protectctl policy show' prints the result.
        policy: 1
        name: my-app

        # A shipped policy (baseline, strict, messaging, health, kids-and-media) or a path with '/'.
        # What is written here wins over what is inherited; lists add to it, {only: [...]} replaces
        # them, {add: [...], remove: [...]} changes them.
        extends: [baseline]

        # The class the targets' default-data-protection entitlement must have at least.
        # default-class: complete-until-first-user-authentication

        # Kinds of data: where each lives, the weakest class it may have, and who must reach it.
        kinds:
          documents:
            about: What people make with this app
            sensitivity: personal          # credential | personal | public
            class: complete                # complete | complete-unless-open |
                                           # complete-until-first-user-authentication | none
            because: read and written with the phone in hand
            paths: ["/Documents/**"]       # on the device; '*.sqlite' is a name anywhere
            # symbols: [DocumentStore]     # types and functions that handle it
            # keys: [draft]                # keys in defaults and the keychain
            # needed-by: [widget]          # contexts that must reach it, see 'policy show'
            # append-only: true            # they only write to open and new files
            # backup: never                # allowed | never
            # sync: never

        # hosts:
        #   public: ["www.example.org"]    # its addresses may be found by anybody

        # targets: [MyApp, MyWidget]       # a target that is not here is reported

        # rules:
        #   store.class-none: error        # off | note | warning | error

        # Findings that are accepted.
        # exceptions:
        #   - rule: store.class-none
        #     paths: ["Sources/LockProbe.swift"]
        #     until: 2030-06-30
        #     owner: ada
        #     reason: an empty marker file

        # What holds under some traits only: configuration, target, audience, region. An audit knows
        # configurations and targets; 'protectctl policy show' says what waits for the others.
        # overlays:
        #   - when: {configuration: Debug}
        #     rules: {store.class-none: note}
        #   - when: {target: MyWidget}
        #     kinds: {documents: absent}

        """
}
