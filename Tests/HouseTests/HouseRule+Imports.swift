extension HouseRule {
    /// What a target may import.
    static let imports = [
        HouseRule(
            sentence: "a target imports lower floors only",
            bad: [
                Example(path: "Sources/SystemIO/A.swift", text: "import KeyManagement"),
                Example(path: "Sources/KeyAgent/A.swift", text: "\npackage import AuditRules"),
                Example(
                    path: "Sources/SystemIO/A.swift",
                    text: "import Glibc; @_exported public import struct Documents.Position"
                ),
                Example(path: "Sources/ProtectedStore/A.swift", text: "import protectctl"),
            ],
            good: [
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "import KeyManagement\nimport Synchronization"
                ),
                Example(
                    path: "Sources/SystemIO/A.swift",
                    text: "/* import KeyManagement */ let a = \"import KeyAgent\""
                ),
                Example(path: "Tests/SystemIOTests/A.swift", text: "import ProtectedStore"),
            ],
            findings: { file in
                guard file.isSource else { return [] }
                guard let own = Floors.floor(of: file.target) else {
                    return [file.finding(1, "\(file.target) has no floor in Floors.swift")]
                }
                return file.imports.compactMap { module in
                    guard let other = Floors.floor(of: String(module.text)), other >= own,
                        module.text != file.target
                    else { return nil }
                    let relation = other == own ? "its neighbour" : "the higher"
                    return file.finding(
                        module.line,
                        "\(file.target) imports \(relation) \(module.text)"
                    )
                }
            }
        ),
        HouseRule(
            sentence: "some modules are imported in one place only",
            bad: [
                Example(path: "Sources/SystemIO/A.swift", text: "internal import CSodium"),
                Example(path: "Sources/ConfigurationProfiles/A.swift", text: "import COpenSSL"),
                Example(path: "Sources/SodiumCrypto/A.swift", text: "import Glibc"),
                Example(
                    path: "Sources/KeyAgent/A.swift",
                    text: "#if canImport(Darwin)\nimport Darwin"
                ),
                Example(path: "Sources/KeyAgent/A.swift", text: "import ArgumentParser"),
                Example(path: "Sources/ProtectedStore/A.swift", text: "import Yams"),
                Example(path: "Sources/ContentRestrictions/A.swift", text: "import CExpat"),
                Example(path: "Sources/Documents/XML/A.swift", text: "import CExpat"),
                Example(path: "Sources/ProtectedStore/A.swift", text: "import Logging"),
                Example(path: "Sources/DeviceSimulation/A.swift", text: "import Testing"),
                Example(path: "Sources/protectctl/A.swift", text: "import ProtectionTesting"),
            ],
            good: [
                Example(path: "Sources/SodiumCrypto/A.swift", text: "import CSodium"),
                Example(path: "Sources/SignedMessages/A.swift", text: "import COpenSSL"),
                Example(path: "Sources/SystemIO/A.swift", text: "import Glibc"),
                Example(path: "Sources/protectctl/A.swift", text: "import ArgumentParser"),
                Example(
                    path: "Sources/Documents/XML/ExpatParser.swift",
                    text: "import CExpat"
                ),
                Example(path: "Tests/SystemIOTests/A.swift", text: "import Glibc"),
            ],
            findings: { file in
                guard file.isSource else { return [] }
                return file.imports.compactMap { module in
                    let files = Floors.fileHomes[String(module.text)]
                    guard let homes = Floors.homes[String(module.text)],
                        !homes.contains(file.target) || files?.contains(file.path) == false
                    else { return nil }
                    let place = homes.isEmpty ? "tests" : homes.sorted().joined(separator: ", ")
                    return file.finding(module.line, "only \(place) may import \(module.text)")
                }
            }
        ),
        HouseRule(
            sentence: "libraries get by with FoundationEssentials",
            bad: [
                Example(path: "Sources/DeviceIdentifiers/A.swift", text: "import Foundation"),
                Example(
                    path: "Sources/DeviceIdentifiers/A.swift",
                    text: "import class Foundation.Host"
                ),
                Example(path: "Sources/KeyAgent/A.swift", text: "import FoundationNetworking"),
            ],
            good: [
                Example(
                    path: "Sources/DeviceIdentifiers/A.swift",
                    text: "import FoundationEssentials"
                ),
                Example(path: "Sources/ProtectedFoundation/A.swift", text: "import Foundation"),
                Example(path: "Sources/protectctl/A.swift", text: "import Foundation"),
            ],
            findings: { file in
                guard file.isLibrary, Floors.allOfFoundation[file.target] == nil else { return [] }
                return file.imports.filter {
                    $0.text.hasPrefix("Foundation") && $0.text != "FoundationEssentials"
                }.map { file.finding($0.line, "import FoundationEssentials, not \($0.text)") }
            }
        ),
    ]
}
