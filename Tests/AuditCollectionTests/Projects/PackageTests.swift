import AuditFacts
import Testing

struct PackageTests {
    private static func expression(_ node: Syntax.Expression.Node) -> Syntax.Expression {
        Syntax.Expression(node, at: SourcePlace(line: 3, column: 1))
    }

    private static func text(_ text: String) -> Syntax.Expression {
        expression(.text([.fixed(text)]))
    }

    private static func list(_ values: Syntax.Expression...) -> Syntax.Expression {
        expression(.list(values))
    }

    private static func call(
        _ name: String,
        _ arguments: (String?, Syntax.Expression)...
    ) -> Syntax.Expression {
        let callee = expression(name == "Package" ? .name(name) : .member(nil, name))
        return expression(
            .call(Syntax.Call(callee, arguments.map { Syntax.Argument($0.0, $0.1) }))
        )
    }

    private func facts(
        _ targets: Syntax.Expression,
        _ files: [String],
        products: Syntax.Expression = list(),
        more: [Syntax.Variable] = [],
        texts: [String: String] = [:]
    ) -> Facts {
        let package = Self.call(
            "Package",
            ("name", Self.text("P")),
            ("platforms", Self.list(Self.call("iOS", (nil, Self.text("16.0"))))),
            ("products", products),
            ("targets", targets)
        )
        let variable = Syntax.Variable(
            name: "package",
            isConstant: true,
            value: package,
            span: SourceSpan(.start)
        )
        let manifest = CodeFile(
            path: "Kit/Package.swift",
            language: .swift,
            variables: [variable] + more
        )
        let empty = (files + ["Kit/Package.swift"]).map { ($0, "") }
        let all = texts.merging(empty) { $1 }
        return collect(all, code: ["Kit/Package.swift": manifest])
    }

    private static var fourTargets: Syntax.Expression {
        list(
            call(
                "target",
                ("name", text("A")),
                (
                    "dependencies",
                    list(text("B"), call("product", ("name", text("X"))))
                )
            ),
            call("target", ("name", text("B")), ("path", text("b"))),
            call(
                "testTarget",
                ("name", text("ATests")),
                ("dependencies", list(call("target", ("name", text("A")))))
            ),
            call(
                "binaryTarget",
                ("name", text("Bin")),
                ("path", text("Bin.zip"))
            )
        )
    }

    @Test("Targets have their default folders, tests theirs, dependencies beside them")
    func targets() {
        let facts = facts(
            Self.fourTargets,
            [
                "Kit/Sources/A/a.swift", "Kit/b/c/b.swift", "Kit/Tests/ATests/t.swift",
                "Kit/Sources/AB/x.swift",
            ]
        )
        #expect(facts.targets.map(\.name) == ["A", "ATests", "B"])
        #expect(facts.targets.map(\.kind) == [.library, .tests, .library])
        #expect(
            facts.targets.map(\.sources) == [
                ["Kit/Sources/A/a.swift"], ["Kit/Tests/ATests/t.swift"], ["Kit/b/c/b.swift"],
            ]
        )
        #expect(
            facts.targets.map(\.dependencies) == [
                ["Kit/Package.swift#B"], ["Kit/Package.swift#A"], [],
            ]
        )
        #expect(facts.targets.allSatisfy { $0.platforms == ["ios"] })
        #expect(facts.targets.first?.configurations.map(\.name) == ["Debug", "Release"])
        #expect(facts.scope(of: "Kit/Tests/ATests/t.swift") == .tests)
        #expect(facts.unread.isEmpty)
    }

    @Test("Excluded files are not members, resources are bundled")
    func resources() {
        let target = facts(
            Self.list(
                Self.call(
                    "target",
                    ("name", Self.text("A")),
                    ("exclude", Self.list(Self.text("Old"), Self.text("x.swift"))),
                    (
                        "resources",
                        Self.list(
                            Self.call("process", (nil, Self.text("R"))),
                            Self.call("copy", (nil, Self.text("P.xcprivacy")))
                        )
                    )
                )
            ),
            [
                "Kit/Sources/A/a.swift", "Kit/Sources/A/Old/o.swift", "Kit/Sources/A/x.swift",
                "Kit/Sources/A/R/r.plist", "Kit/Sources/A/P.xcprivacy", "Kit/Sources/A/README.md",
                "Kit/Sources/A/M.storyboard",
            ]
        ).targets.first
        #expect(target?.sources == ["Kit/Sources/A/a.swift"])
        #expect(
            target?.resources == [
                "Kit/Sources/A/M.storyboard", "Kit/Sources/A/P.xcprivacy",
                "Kit/Sources/A/R/r.plist",
            ]
        )
    }

    @Test("Targets in variables and lists that are added up are found")
    func variables() {
        let extra = Syntax.Variable(
            name: "extra",
            isConstant: false,
            value: Self.call("target", ("name", Self.text("C"))),
            span: SourceSpan(.start)
        )
        let more = Syntax.Variable(
            name: "more",
            isConstant: true,
            value: Self.list(Self.call("target", ("name", Self.text("B")))),
            span: SourceSpan(.start)
        )
        let facts = facts(
            Self.expression(
                .operation(
                    "+",
                    [
                        Self.list(Self.call("target", ("name", Self.text("A")))),
                        Self.expression(.name("more")),
                    ]
                )
            ),
            ["Kit/Sources/A/a.swift", "Kit/Sources/B/b.swift", "Kit/Sources/C/c.swift"],
            more: [extra, more]
        )
        #expect(facts.targets.map(\.name) == ["A", "B", "C"])
    }

    @Test("A target without a folder, and a manifest that is not understood, are reported")
    func missing() {
        let facts = facts(Self.list(Self.call("target", ("name", Self.text("A")))), [])
        #expect(facts.unread.map(\.reason) == [.missing])
        #expect(facts.unread.first?.place == SourcePlace(line: 3, column: 1))
        #expect(collect(["Package.swift": ""]).unread.map(\.reason) == [.unsupported])
    }

    @Test(
        "An executable is a tool beside an app, and the thing itself without one",
        arguments: ["executableTarget", "target"]
    )
    func executables(kind: String) {
        let target = Self.list(Self.call(kind, ("name", Self.text("A"))))
        let product = Self.call(
            "executable",
            ("name", Self.text("a")),
            ("targets", Self.list(Self.text("A")))
        )
        let file = "Kit/Sources/A/a.swift"
        let alone = facts(target, [file], products: Self.list(product))
        #expect(alone.targets.map(\.kind) == [.tool])
        #expect(alone.scope(of: file) == .app)
        let beside = facts(
            target,
            [file],
            products: Self.list(product),
            texts: ["App.xcodeproj/project.pbxproj": SampleProject().text]
        )
        #expect(beside.scope(of: file) == .tools)
    }

    @Test("An app depends on the targets of a local package's product that it links")
    func linkedProduct() {
        let product = Self.call(
            "library",
            ("name", Self.text("Kit")),
            ("targets", Self.list(Self.text("A"), Self.text("B")))
        )
        let project = SampleProject(target: "packageProductDependencies = ( P );").with([
            "P": "isa = XCSwiftPackageProductDependency; productName = Kit;"
        ])
        let facts = facts(
            Self.list(
                Self.call("target", ("name", Self.text("A"))),
                Self.call("target", ("name", Self.text("B")))
            ),
            ["Kit/Sources/A/a.swift", "Kit/Sources/B/b.swift"],
            products: Self.list(product),
            texts: ["App.xcodeproj/project.pbxproj": project.text]
        )
        #expect(
            facts.targets.first?.dependencies == ["Kit/Package.swift#A", "Kit/Package.swift#B"]
        )
    }
}
