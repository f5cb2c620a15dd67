extension HouseRule {
    /// How long functions get.
    static let functions = [
        HouseRule(
            sentence: "no function has more than \(longestFunction) lines",
            bad: [
                Example(path: "Sources/KeyAgent/A.swift", text: function("func f()", 41)),
                Example(
                    path: "Tests/KeyAgentTests/A.swift",
                    text: "struct A {\n    @Test\n" + function("func f<T>(_ a: T) -> T", 41)
                ),
                Example(path: "Sources/KeyAgent/A.swift", text: function("init?(_ a: Int)", 60)),
                Example(path: "Sources/KeyAgent/A.swift", text: function("deinit", 41)),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: function("subscript(a: Int) -> Int", 41)
                ),
                Example(path: "Sources/KeyAgent/A.swift", text: function("var a: [Int]", 41)),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "var a: Int = 1 {\n" + function("didSet", 41)
                ),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "func f(\n    a: Int\n) throws\nwhere A: B,\n    C: D\n"
                        + function("", 36)
                ),
            ],
            good: [
                Example(path: "Sources/KeyAgent/A.swift", text: function("func f()", 40)),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "protocol A {\n    func f()\n    var a: Int { get }\n}\n"
                        + function("struct B", 60)
                ),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "let a: Int\n" + function("let b: [Int] = c.map", 41)
                ),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: function("var body: Int", 40) + "\n" + function("func g()", 40)
                ),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "var a: Int {\n" + function("get", 30) + "\n" + function("set", 30)
                        + "\n}"
                ),
            ],
            findings: { file in
                file.functions.filter { $0.lineCount > longestFunction }.map {
                    file.finding(
                        $0.lastLine,
                        "\($0.name), from line \($0.firstLine), has \($0.lineCount) lines: divide it"
                    )
                }
            }
        )
    ]

    /// A function of so many lines.
    private static func function(_ head: String, _ lineCount: Int) -> String {
        head + " {\n" + String(repeating: "    a()\n", count: lineCount - 2) + "}"
    }
}

private let longestFunction = 40
