import Testing

@Suite("the house")
struct HouseTests {
    @Test("every file keeps the rule", arguments: HouseRule.all)
    func keepsRule(_ rule: HouseRule) throws {
        try #require(Repository.files.count > 50, "no sources at \(Repository.root)")
        try #require(!Repository.examples.isEmpty)
        for finding in (Repository.files + Repository.examples).flatMap(rule.findings) {
            Issue.record("\(finding)")
        }
    }

    @Test("the rule finds each bad example, once and in its last line", arguments: HouseRule.all)
    func findsBadExamples(_ rule: HouseRule) {
        #expect(!rule.bad.isEmpty)
        for example in rule.bad {
            let findings = rule.findings(SourceFile(path: example.path, text: example.text))
            let lastLine = example.text.split(separator: "\n", omittingEmptySubsequences: false)
                .count
            #expect(findings.map(\.line) == [lastLine], "\(example.text)")
            #expect(findings.first?.path == example.path)
        }
    }

    @Test("the rule leaves good examples alone", arguments: HouseRule.all)
    func leavesGoodExamples(_ rule: HouseRule) {
        #expect(!rule.good.isEmpty)
        for example in rule.good {
            let findings = rule.findings(SourceFile(path: example.path, text: example.text))
            #expect(findings.isEmpty, "\(example.text)")
        }
    }

    @Test("the manifest depends as the floors allow")
    func manifestKeepsFloors() throws {
        let manifest = try Repository.manifest
        try #require(manifest.targets.count > 10)
        for finding in manifest.findings { Issue.record("\(finding)") }
    }

    @Test("what a file imports of this package, its target declares")
    func importsAreDeclared() throws {
        let targets = try Repository.manifest.targets
        for file in Repository.files {
            // What is no target, as the sample app, is read by an audit and never built.
            guard let target = targets.first(where: { $0.name == file.target }) else { continue }
            let declared = target.dependencies
            for module in file.imports
            where Floors.floor(of: String(module.text)) != nil
                && !declared.contains(String(module.text)) && module.text != file.target
            {
                let message = "\(file.target) does not declare \(module.text) in Package.swift"
                Issue.record("\(file.finding(module.line, message))")
            }
        }
    }

    @Test("an example imports nothing of this package but its products")
    func examplesUseProducts() throws {
        let published = try Repository.manifest.published
        try #require(published.contains("ProtectionTesting"))
        for file in Repository.examples {
            for module in file.imports
            where Floors.floor(of: String(module.text)) != nil
                && !published.contains(String(module.text))
            {
                let message = "\(module.text) is not in any library product"
                Issue.record("\(file.finding(module.line, message))")
            }
        }
    }

    @Test("every folder of sources is a target with a floor", arguments: ["Sources", "Tests"])
    func foldersAreTargets(_ folder: String) throws {
        let targets = try Set(Repository.manifest.targets.map(\.name))
        for name in try Repository.names(in: folder) where !name.hasPrefix(".") {
            let isExpected =
                folder == "Sources" ? Floors.floor(of: name) != nil : name.hasSuffix("Tests")
            if name.hasSuffix("Tests") || folder == "Sources" {
                #expect(targets.contains(name), "\(folder)/\(name) is not a target")
                #expect(isExpected, "\(folder)/\(name) has no place in Floors.swift")
            }
        }
    }

    @Test("no folder is crowded")
    func noFolderIsCrowded() {
        for finding in Folders.crowded(Repository.files.map(\.path)) {
            Issue.record("\(finding)")
        }
    }

    @Test("a folder with one file too many is found, whatever its subfolders hold")
    func crowdedFolderIsFound() {
        let full = (0..<Folders.fileLimit).map { "Sources/KeyAgent/\($0).swift" }
        #expect(Folders.crowded(full + ["Sources/KeyAgent/Client/A.swift"]).isEmpty)
        let findings = Folders.crowded(full + ["Sources/KeyAgent/A.swift"])
        #expect(findings.map(\.path) == ["Sources/KeyAgent"])
    }

    @Test("the top level holds what a reader expects and nothing else")
    func topLevel() throws {
        let expected: Set<String> = [
            "Package.swift", "Package.resolved", "Sources", "Tests", "Policies", "README.md",
            "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "Makefile", "Benchmarks",
            "Examples", "Plugins", "share", "dist",
        ]
        for name in try Repository.names(in: "/")
        where !name.hasPrefix(".") && !expected.contains(name) {
            Issue.record("\(name):1: does not belong at the top level")
        }
    }
}
