import Testing

@Suite("manifest")
struct ManifestTests {
    @Test("targets are read with their dependencies")
    func reads() {
        let manifest = Manifest(
            """
            // .target(name: "Comment")
            let package = Package(
                name: "protection-toolkit",
                products: [.library(name: "Files", targets: ["SystemIO"])],
                targets: [
                    .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
                    .executableTarget(
                        name: "protectctl",
                        dependencies: [
                            "KeyAgent",  // not "SystemIO"
                            .product(name: "Yams", package: "yams"), .target(name: "CSodium"),
                        ], resources: [.copy("Files")], swiftSettings: settings),
                ])
            """
        )
        #expect(manifest.libraries == ["Files"])
        #expect(manifest.published == ["SystemIO"])
        #expect(
            manifest.targets == [
                .init(kind: "systemLibrary", name: "CSodium", dependencies: [], line: 6),
                .init(
                    kind: "executableTarget",
                    name: "protectctl",
                    dependencies: ["KeyAgent", "Yams", "CSodium"],
                    line: 7
                ),
            ]
        )
    }

    @Test(
        "a dependency against the floors is found",
        arguments: [
            #".target(name: "SystemIO", dependencies: ["KeyAgent"])"#,
            #".target(name: "SystemIO", dependencies: ["Documents"])"#,
            #".target(name: "KeyAgent", dependencies: ["SystemIO", .target(name: "PolicyAudit")])"#,
            #".target(name: "SystemIO", dependencies: [.product(name: "Yams", package: "Yams")])"#,
            #".target(name: "KeyManagement", dependencies: ["CSodium"])"#,
            #".executableTarget(name: "protectctl", dependencies: ["ProtectionTesting"])"#,
            #".target(name: "Attic")"#,
        ]
    )
    func findsBadDependencies(_ target: String) {
        let findings = Manifest("let package = Package(targets: [\n\(target)])").findings
        #expect(findings.map(\.line) == [2])
    }

    @Test(
        "dependencies on lower floors, and those of tests, are not findings",
        arguments: [
            #".target(name: "SodiumCrypto", dependencies: ["CSodium", "CSystemShims"])"#,
            #".testTarget(name: "HouseTests", dependencies: ["protectctl", "Yams"])"#,
            #".target(name: "Documents", dependencies: [.product(name: "Yams", package: "Y")])"#,
        ]
    )
    func leavesGoodDependencies(_ target: String) {
        #expect(Manifest("targets: [\(target)]").findings.isEmpty)
    }
}
