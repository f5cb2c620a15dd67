import AuditFacts
import AuditPolicy

/// Tells the app's own files from tests, tools and what was copied in from others.
///
/// By what a file is a member of, and by the names of the folders it lies in where that says nothing.
struct FileScopes {
    private let appFiles: Set<String>
    private let testFiles: Set<String>
    private let toolFiles: Set<String>
    /// Ids of apps that show how something is used and are no product, with all that is only theirs.
    private let samples: Set<String>
    private let sampleFiles: Set<String>

    /// The scopes of the files of a tree with `targets`.
    init(_ targets: [Target]) {
        // Projects that came with third-party code say nothing about the app's own.
        let own = targets.filter { !Self.isVendored(Self.folders(of: $0.project)) }
        let byID = Dictionary(own.map { ($0.id, $0) }) { first, _ in first }
        let programs = own.filter { [.app, .appExtension, .watchApp].contains($0.kind) }
        // Where all are samples, what is audited is one.
        let isMixed = programs.contains { !Self.isSample($0) }
        let apps = programs.filter { !isMixed || !Self.isSample($0) }
        let reached = Self.reached(from: apps, byID)
        let sampleIDs = programs.map(\.id).filter { !reached.contains($0) }
        samples = Set(sampleIDs)
        let inSamples = Self.reached(from: sampleIDs.compactMap { byID[$0] }, byID)
        sampleFiles = Self.files(of: own.filter { inSamples.contains($0.id) })
        testFiles = Self.files(of: own.filter { $0.kind == .tests })
        // Without an app, what is audited is a package: all it builds is its own.
        let tools = own.filter { $0.kind == .tool && !reached.contains($0.id) && !apps.isEmpty }
        let toolIDs = Self.reached(from: tools, byID).subtracting(reached)
        toolFiles = Self.files(of: own.filter { toolIDs.contains($0.id) })
        appFiles = Self.files(
            of: own.filter { apps.isEmpty ? $0.kind != .tests : reached.contains($0.id) }
        )
    }

    /// Whether `target` is a sample app beside others that are not, or part of one.
    func isSample(_ target: Target) -> Bool { samples.contains(target.id) }

    /// Who the file at `path` belongs to.
    func scope(of path: String) -> FileScope {
        let folders = Self.folders(of: path)
        if Self.isVendored(folders) { return .vendored }
        if folders.contains(where: { Self.previews.contains($0) }) { return .tests }
        if appFiles.contains(path) || isAppHeader(path) { return .app }
        if testFiles.contains(path) || sampleFiles.contains(path) || Self.isTest(folders, path) {
            return .tests
        }
        if toolFiles.contains(path) || Self.isTool(folders, path) { return .tools }
        return folders.contains { Self.foreign.contains($0) } ? .vendored : .app
    }

    /// Whether what a header declares is compiled into an app; no project compiles headers.
    private func isAppHeader(_ path: String) -> Bool {
        guard path.hasSuffix(".h") else { return false }
        return appFiles.contains(path.dropLast() + "m") || appFiles.contains(path.dropLast() + "mm")
    }

    private static func reached(from roots: [Target], _ byID: [String: Target]) -> Set<String> {
        var waiting = roots.map(\.id)
        var reached: Set<String> = []
        while let id = waiting.popLast() {
            guard reached.insert(id).inserted else { continue }
            // A macro or plugin runs when the app is built, not in it.
            waiting += byID[id]?.dependencies.filter { byID[$0]?.kind != .tool } ?? []
        }
        return reached
    }

    private static func files(of targets: [Target]) -> Set<String> {
        targets.reduce(into: []) { files, target in
            files.formUnion(target.sources)
            files.formUnion(target.resources)
        }
    }

    /// The folders a path lies in, in lower case.
    private static func folders(of path: String) -> [String] {
        path.lowercased().split(separator: "/").dropLast().map { String($0) }
    }

    private static func isVendored(_ folders: [String]) -> Bool {
        folders.contains { folder in
            copied.contains(folder) || folder.hasSuffix(".framework")
                || folder.hasSuffix(".xcframework")
        }
    }

    private static func isTest(_ folders: [String], _ path: String) -> Bool {
        let stem = TreePath.stem(of: path)
        return folders.contains { testFolders.contains($0) || $0.hasSuffix("tests") }
            || stem.hasSuffix("Tests") || stem.hasSuffix("Test") || stem.hasSuffix("Mocks")
    }

    private static func isTool(_ folders: [String], _ path: String) -> Bool {
        folders.contains { toolFolders.contains($0) }
            || ["Package.swift", "Dangerfile.swift", "Project.swift"].contains(
                TreePath.name(of: path)
            )
    }

    /// Whether a target's name, its project's or a folder's says that it shows how something is used;
    /// or its project came along in a folder of others' code.
    private static func isSample(_ target: Target) -> Bool {
        let places = folders(of: target.project)
        let names = target.project.split(separator: "/").map { TreePath.stem(of: String($0)) }
        return places.contains { foreign.contains($0) || sampleFolders.contains($0) }
            || (names + [target.name]).contains(where: isSample(name:))
    }

    /// `SearchSampleApp`, `UIExampleApp`, `Keys Demo`: the word stands at the end, or before `app`.
    private static func isSample(name: String) -> Bool {
        var words = NameWords.words(of: name)[...]
        if ["app", "application", "project"].contains(words.last ?? "") { words.removeLast() }
        return words.count > 1
            && ["sample", "samples", "example", "demo"].contains(words.last ?? "")
    }

    /// Folders of package managers, and those whose name says that others wrote what is in them: that
    /// a project compiles it does not make it the app's own.
    private static let copied: Set<String> = [
        "pods", "carthage", "sourcepackages", "checkouts", ".build", "vendor", "vendors",
        "vendored",
        "thirdparty", "third party", "third-party", "third_party", "3rdparty",
    ]
    /// Folders that mostly hold others' code, unless an app's target says otherwise.
    private static let foreign: Set<String> = [
        "frameworks", "external", "externals", "dependencies", "submodules", "libs",
    ]
    /// Folders whose content an app compiles, and which never meets real data.
    private static let previews: Set<String> = ["preview content", "mocks", "preview assets"]
    private static let sampleFolders: Set<String> = [
        "sample", "samples", "sampleapps", "sampleapp", "sample apps", "example", "examples",
        "demo",
        "demos",
    ]
    private static let testFolders: Set<String> = [
        "test", "uitest", "mock", "testing", "testsupport", "testutils", "testhelpers",
        "testutilities", "fixtures", "__snapshots__",
    ]
    private static let toolFolders: Set<String> = [
        "script", "scripts", "fastlane", "template", "templates", "codegen", "tools", "tool",
        "buildtools", "build-tools", "ci", "ci_scripts", ".github", ".ci", "danger",
    ]
}
