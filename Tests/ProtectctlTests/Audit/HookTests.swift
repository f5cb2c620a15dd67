import Documents
import Foundation
import Testing

@Suite("The hook for pre-commit, in a repository of its own")
struct HookTests {
    private static let hook = Checkout.root.appending(path: "share/pipelines/pre-commit").path

    /// A repository whose commits the hook sees, and words for what is done in it.
    private static let repository = """
        mkdir bin app && ln -s "$TOOL" bin/protectctl && export PATH=$PWD/bin:$PATH
        cd app && git init -q -b main . && git config user.name a && git config user.email a@b.example
        cp "$HOOK" .git/hooks/pre-commit
        good() { echo 'func greet(_ name: String) -> Int { name.count }' > $1.swift; }
        bad() {
            echo 'func keep(_ password: String) {' > $1.swift
            echo '    UserDefaults.standard.set(password, forKey: "a")' >> $1.swift
            echo '}' >> $1.swift
        }
        commit() { git add . && git commit -qm commit; }
        old() { git add . && git commit -qnm old; }
        hook() { "$HOOK" "$@"; }

        """

    private func run(_ script: String) throws -> ToolRun {
        let shell = "HOOK='\(Self.hook)'\n\(Self.repository)\(script)"
        return try Desk().shell(shell)
    }

    @Test(
        "a commit that adds a finding is refused",
        arguments: [
            "bad A; commit",
            "good A; commit && bad B; commit",
            "good A; commit && bad A; git commit -qam commit",
            "bad A; old; echo '// more' >> A.swift; commit",
            "good A; commit && bad A; git add . && git commit -q --amend -m commit",
        ]
    )
    func refused(_ script: String) throws {
        let result = try run(script)
        #expect(result.status == 1)
        // What git prints for a hook goes to standard error.
        #expect(result.talk.contains("'password' is kept in UserDefaults"), "\(result)")
    }

    @Test(
        "a commit that adds none passes, whatever was there before",
        arguments: [
            "good A; commit",
            "good A; commit && good B; commit",
            "bad A; old; good B; commit",
            "bad A; good B; old; git rm -q A.swift; commit",
            "bad A; old; git commit -q --amend -m renamed",
            "bad A; old; echo 'build/' > .gitignore; mkdir build; bad build/B; commit",
        ]
    )
    func passed(_ script: String) throws {
        let result = try run(script)
        #expect(result.status == 0, "\(result)")
    }

    @Test(
        "outside of commits it reports on everything, or on what a branch changed",
        arguments: [
            ("bad A; old; hook", 1),
            ("good A; old; hook", 0),
            ("bad A; old; good B; old; PRE_COMMIT_FROM_REF=HEAD~1 hook", 0),
            ("good A; old; bad B; old; PRE_COMMIT_FROM_REF=HEAD~1 hook", 1),
            // Mended on main since: that is not what the branch changed.
            (
                """
                bad A; old; git checkout -qb branch; good B; old; git checkout -q main
                good A; old; git checkout -q branch; PRE_COMMIT_FROM_REF=main hook
                """, 0
            ),
            ("good A; old; PRE_COMMIT_FROM_REF=no-such hook", 64),
            ("bad A; old; hook --fail-on never", 0),
            ("bad A; old; hook --rule no-such.rule", 64),
        ]
    )
    func elsewhere(_ script: String, _ status: Int32) throws {
        let result = try run(script)
        #expect(result.status == status, "\(result)")
    }

    @Test("without the tool a commit is refused, and the hook says why")
    func noTool() throws {
        let alone = "ln -s $(command -v bash) ../bin && rm ../bin/protectctl; PATH=$PWD/../bin hook"
        let result = try run("good A; old; \(alone)")
        #expect(result.status == 69 && result.talk.contains("protectctl is not installed"))
    }

    // MARK: The manifest

    private func manifest() throws -> DocumentNode {
        let file = Checkout.root.appending(path: ".pre-commit-hooks.yaml")
        let hooks = try TextDocument.parse(Array(Data(contentsOf: file))).elements
        return try #require(hooks.count == 1 ? hooks.first : nil)
    }

    @Test("the manifest names the hook, which can be run, and hands it no files")
    func entry() throws {
        let hook = try manifest()
        let path = try #require(hook["entry"]?.word)
        let file = Checkout.root.appending(path: path).path
        #expect(file == Self.hook && FileManager.default.isExecutableFile(atPath: file))
        #expect(hook["pass_filenames"]?.word == "false")
    }

    @Test(
        "it is run for what an audit reads",
        arguments: [
            ("App/Keep.swift", true), ("Package.swift", true), ("a.m", true), ("a.mm", true),
            ("a.h", true), ("Base.lproj/Main.storyboard", true), ("a.xib", true),
            ("App.xcodeproj/project.pbxproj", true), ("Release.xcconfig", true),
            ("push.json", true), ("push.apns", true), ("App/Info.plist", true),
            ("App.entitlements", true), ("App.xcent", true), ("PrivacyInfo.xcprivacy", true),
            ("a.mobileconfig", true), ("project.yml", true), ("App/project.yml", true),
            (".protectctl.yml", true), ("site/apple-app-site-association", true),
            ("README.md", false), ("a.swift.orig", false), ("docs/h", false), ("swift", false),
            ("my-project.yml", false), ("ci.yml", false), ("a.png", false), ("a.sh", false),
        ]
    )
    func files(_ path: String, _ isRead: Bool) throws {
        // Python's `re.search`, as pre-commit uses it.
        let pattern = try #require(try manifest()["files"]?.word)
        let expression = try NSRegularExpression(pattern: pattern)
        let range = NSRange(path.startIndex..., in: path)
        #expect((expression.firstMatch(in: path, range: range) != nil) == isRead)
    }
}
