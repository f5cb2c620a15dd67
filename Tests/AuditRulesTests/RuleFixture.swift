import AuditRules
import Foundation
import ProtectionModel

/// A rule's further examples: a source, or a folder with a small tree, in `Fixtures/RULE`.
///
/// Bad lines end with a comment `expect: RULE`, once more for each further finding on that line; it
/// is taken off before the file is audited. Beside the files of a tree there may be
/// - `project.txt`, the project that they stand in, as a rule's file has it but for the quotation
///   marks: `app(inBackground: voip)` is `ExampleProject.app(inBackground: "voip")`,
/// - `policy.yml`, which is added to a policy that extends `baseline`,
/// - `device.json`, a protected device,
/// - `expected.txt`, findings as `path:line` where a file takes no comments.
///
/// A source that stands alone is audited as `Example.swift` or `Example.m`. One that no parser takes
/// has `.txt` behind its name, so that the formatter leaves it alone.
struct RuleFixture {
    /// The rule's id.
    let rule: String
    /// What it shows, as its file or folder says.
    let example: RuleExample

    /// The folder of all fixtures.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// The fixtures of `rule` by name.
    static func all(of rule: String) throws -> [RuleFixture] {
        let place = folder.appending(path: rule)
        guard FileManager.default.fileExists(atPath: place.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().map {
            try RuleFixture(rule, $0, at: place.appending(path: $0))
        }
    }

    private init(_ rule: String, _ name: String, at place: URL) throws {
        self.rule = rule
        var texts = try Self.texts(at: place)
        let project = try texts.removeValue(forKey: "project.txt").map(Self.project)
        let policy = texts.removeValue(forKey: "policy.yml") ?? ""
        let device = try texts.removeValue(forKey: "device.json").map {
            try JSONDecoder().decode(Device.self, from: Data($0.utf8)).device
        }
        var findings = (texts.removeValue(forKey: "expected.txt") ?? "").split(separator: "\n")
            .map(String.init)
        var files: [String: String] = [:]
        for (path, text) in texts {
            let marked = MarkedText(text, path: path, rule: rule)
            files[path] = marked.text
            findings += marked.findings
        }
        example = RuleExample(
            name,
            in: project,
            files: files,
            policy: policy,
            device: device,
            findings: findings
        )
    }

    private static func project(_ text: String) throws -> ExampleProject {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch text.wholeMatch(of: #/(\w+)(?:\((\w+): (.+)\))?/#)?.output {
        case (_, "app", nil, nil)?: return .app
        case (_, "signedApp", nil, nil)?: return .signedApp
        case (_, "signedAppAndShare", nil, nil)?: return .signedAppAndShare
        case (_, "app", "property"?, let property?)?: return .app(property: String(property))
        case (_, "app", "inBackground"?, let mode?)?: return .app(inBackground: String(mode))
        case (_, "app", "withExtension"?, let point?)?: return .app(withExtension: String(point))
        default: throw UnknownProject(text: text)
        }
    }

    private struct UnknownProject: Error {
        let text: String
    }

    /// The files of a fixture by the paths they are audited under.
    private static func texts(at place: URL) throws -> [String: String] {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
        guard isFolder.boolValue else {
            let ending = plain(place.lastPathComponent).split(separator: ".").last ?? ""
            return ["Example.\(ending)": try String(contentsOf: place, encoding: .utf8)]
        }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: place.path)
        return try paths.reduce(into: [:]) { texts, path in
            let file = place.appending(path: path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            else { return }
            texts[plain(path)] = try String(contentsOf: file, encoding: .utf8)
        }
    }

    private static func plain(_ name: String) -> String {
        name.hasSuffix(".swift.txt") ? String(name.dropLast(4)) : name
    }

    /// A device as `device.json` has it.
    private struct Device: Decodable {
        let files: [String: String]
        let hasPasscode: Bool
        let minimumPasscodeLength: Int
        let eraseAfterFailures: Int?
        let silentReaders: [String]

        var device: ExampleDevice {
            get throws {
                ExampleDevice(
                    try files.mapValues { name in
                        guard let known = ProtectionClass(named: name) else {
                            throw CocoaError(.coderInvalidValue)
                        }
                        return known
                    },
                    hasPasscode: hasPasscode,
                    minimumPasscodeLength: minimumPasscodeLength,
                    eraseAfterFailures: eraseAfterFailures,
                    silentReaders: silentReaders
                )
            }
        }
    }
}

/// A text with the comments that say what is found in it, and what they say.
struct MarkedText {
    /// The text without them.
    let text: String
    /// What is found, as `path:line`.
    let findings: [String]

    private static let formatterMark = "// swift-format-ignore-file\n"

    /// Reads the text of the file at `path`.
    init(_ marked: String, path: String, rule: String) {
        var body = marked[...]
        if body.hasPrefix(Self.formatterMark) { body = body.dropFirst(Self.formatterMark.count) }
        var findings: [String] = []
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            index,
            line -> Substring in
            guard let mark = line.firstMatch(of: #/  (//|#|<!--) expect: ([^>]*?)( -->)?$/#) else {
                return line
            }
            let rules = mark.output.2.split(separator: ", ")
            findings += rules.filter { $0 == rule }.map { _ in "\(path):\(index + 1)" }
            return line[..<mark.range.lowerBound]
        }
        text = lines.joined(separator: "\n")
        self.findings = findings
    }
}
