extension HouseRule {
    /// What a file may say.
    static let words = [
        HouseRule(
            sentence: "libraries do not print or exit",
            bad: [
                Example(path: "Sources/SystemIO/A.swift", text: "func f() {\n    print(1) }"),
                Example(path: "Sources/KeyAgent/A.swift", text: "Swift.print(1)"),
                Example(path: "Sources/KeyAgent/A.swift", text: "let a = \"\(1) \\(exit(1))\""),
            ],
            good: [
                Example(path: "Sources/protectctl/A.swift", text: "print(1)"),
                Example(
                    path: "Sources/SystemIO/A.swift",
                    text: "// print(1)\nlet a = \"exit(1)\", b = printer.print(1), c = blueprint(1)"
                ),
            ],
            findings: { file in
                let names: Set<Substring> = [
                    "print", "debugPrint", "dump", "exit", "_exit", "abort",
                ]
                return file.isLibrary
                    ? file.calls(of: names).map {
                        file.finding($0.line, "a library calls \($0.text)(); return or throw")
                    } : []
            }
        ),
        HouseRule(
            sentence: "libraries are handed environment, home and arguments",
            bad: [
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "let a =\n    ProcessInfo.processInfo.environment"
                ),
                Example(path: "Sources/SystemIO/A.swift", text: "getenv(\"HOME\")"),
                Example(path: "Sources/KeyAgent/A.swift", text: "CommandLine.arguments"),
                Example(path: "Sources/Preferences/A.swift", text: "NSHomeDirectory()"),
            ],
            good: [
                Example(
                    path: "Sources/protectctl/A.swift",
                    text: "ProcessInfo.processInfo.environment"
                ),
                Example(path: "Sources/KeyAgent/A.swift", text: "/// Not `getenv`."),
            ],
            findings: { file in
                file.findings(
                    where: file.isLibrary,
                    words: [
                        "ProcessInfo", "getenv", "setenv", "secure_getenv",
                        "CommandLine", "NSHomeDirectory", "homeDirectoryForCurrentUser",
                    ],
                    "reads the process's surroundings; take them as an argument"
                )
            }
        ),
        HouseRule(
            sentence: "libraries are handed the clock",
            bad: [
                Example(path: "Sources/KeyManagement/A.swift", text: "let now = Date()"),
                Example(path: "Sources/KeyManagement/A.swift", text: "let now = Date.now"),
                Example(path: "Sources/KeyAgent/A.swift", text: "ContinuousClock().now"),
            ],
            good: [
                Example(
                    path: "Sources/KeyManagement/A.swift",
                    text: "let now = clock.now, day = Date(timeIntervalSince1970: 0)"
                ),
                Example(path: "Sources/SystemIO/A.swift", text: "clock_gettime(CLOCK_BOOTTIME)"),
                Example(path: "Sources/protectctl/A.swift", text: "let now = Date.now"),
            ],
            findings: { file in
                guard file.isLibrary, file.target != "SystemIO" else { return [] }
                return file.clockWords.map {
                    file.finding($0.line, "a library reads the clock: \($0.text)")
                }
            }
        ),
        HouseRule(
            sentence: "pointers stay where C is",
            bad: [
                Example(
                    path: "Sources/ProtectedStore/A.swift",
                    text: "let a: Int\nlet b: UnsafeRawBufferPointer"
                ),
                Example(path: "Sources/KeyAgent/A.swift", text: "a.withUnsafeBytes { $0 }"),
                Example(path: "Sources/protectctl/A.swift", text: "let a: OpaquePointer?"),
                Example(
                    path: "Sources/ConfigurationProfiles/A.swift",
                    text: "let message: OpaquePointer"
                ),
                Example(path: "Sources/Documents/XML/A.swift", text: "UnsafeRawPointer"),
            ],
            good: [
                Example(path: "Sources/SodiumCrypto/A.swift", text: "UnsafeRawPointer"),
                Example(path: "Sources/SignedMessages/A.swift", text: "let a: OpaquePointer"),
                Example(
                    path: "Sources/Documents/XML/ExpatParser.swift",
                    text: "UnsafeRawPointer"
                ),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "withUnsafeContinuation { }  // no UnsafeRawPointer"
                ),
            ],
            findings: { file in
                guard file.isSource, !Floors.unsafe.contains(file.target),
                    !Floors.unsafeFiles.contains(file.path)
                else { return [] }
                return file.words.filter(\.isUnsafe).map {
                    file.finding(
                        $0.line,
                        "\($0.text) belongs in \(Floors.unsafe.sorted().joined(separator: " or "))"
                    )
                }
            }
        ),
        HouseRule(
            sentence: "nothing ends the process over bad input",
            bad: [
                Example(path: "Sources/protectctl/A.swift", text: "let a = try! f()"),
                Example(path: "Sources/KeyAgent/A.swift", text: "let a = b as! C"),
                Example(path: "Sources/KeyAgent/A.swift", text: "fatalError(\"no\")"),
            ],
            good: [
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "let alias = !a, b = try? f(), c = d as? E  // try! as! fatalError()"
                ),
                Example(path: "Tests/KeyAgentTests/A.swift", text: "let a = b as! C"),
            ],
            findings: { file in
                guard file.isSource else { return [] }
                let forced = file.words.filter {
                    ($0.text == "try" || $0.text == "as") && $0.after == UInt8(ascii: "!")
                }.map { file.finding($0.line, "\($0.text)! ends the process; throw") }
                return forced
                    + file.calls(of: ["fatalError"]).map {
                        file.finding($0.line, "fatalError() ends the process; throw")
                    }
            }
        ),
        HouseRule(
            sentence: "nothing is left to be done",
            bad: [
                Example(path: "Sources/protectctl/A.swift", text: "let a = 1  // TODO: more"),
                Example(path: "Tests/KeyAgentTests/A.swift", text: "/*\n FIXME */"),
            ],
            good: [
                Example(path: "Sources/protectctl/A.swift", text: "let a = \"TODO\"  // done")
            ],
            findings: { file in
                file.commentWords.filter { $0.text == "TODO" || $0.text == "FIXME" }
                    .map { file.finding($0.line, "\($0.text): do it, or open an issue") }
            }
        ),
        HouseRule(
            sentence: "tests see what the package sees",
            bad: [
                Example(
                    path: "Tests/SystemIOTests/A.swift",
                    text: "import Testing\n@testable import SystemIO"
                )
            ],
            good: [
                Example(path: "Tests/SystemIOTests/A.swift", text: "// @testable\nimport SystemIO")
            ],
            findings: { file in
                // Shows that the plugin serves the tests of others, which do.
                if file.path.hasSuffix("/UnchangedAppTests.swift") { return [] }
                return file.words.filter { $0.text == "testable" && $0.before == UInt8(ascii: "@") }
                    .map { file.finding($0.line, "@testable: declare it package instead") }
            }
        ),
    ]
}
