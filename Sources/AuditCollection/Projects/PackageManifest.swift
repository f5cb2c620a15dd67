import AuditFacts

/// The targets of a `Package.swift`, read as the source it is; it is never run.
struct PackageManifest {
    private static let kinds: [String: ProductKind] = [
        "target": .library, "executableTarget": .tool, "testTarget": .tests, "macro": .tool,
        "plugin": .tool,
    ]

    private let path: String
    private let folder: String
    private let inputs: ProjectInputs
    private let package: Syntax.Call?
    /// First values of the manifest's variables by name.
    private let values: [String: Syntax.Expression]

    /// The manifest `file`.
    init(_ file: CodeFile, _ inputs: ProjectInputs) {
        path = file.path
        folder = TreePath.folder(of: file.path)
        self.inputs = inputs
        let pairs = file.variables.compactMap { variable in
            variable.value.map { (variable.name, $0) }
        }
        values = Dictionary(pairs) { first, _ in first }
        package = pairs.lazy.compactMap { Self.call($0.1) }.first { $0.name == "Package" }
    }

    /// Its targets in the order of the manifest; binary and system ones have no sources and are
    /// left out.
    func targets() -> [TargetDraft] {
        guard let package else {
            inputs.note(
                UnreadInput(
                    path: path,
                    reason: .unsupported,
                    message: "its package is made in a way that is not understood"
                )
            )
            return []
        }
        let platforms = calls(in: package["platforms"]).compactMap { $0.name?.lowercased() }
            .sorted()
        // A target may stand in a variable and be appended later.
        let apart = values.sorted { $0.key < $1.key }.compactMap { Self.call($0.value) }
        // Manifests from before 2021 say `target` for the targets of executables, too.
        let executables = Set(
            calls(in: package["products"]).filter { $0.name == "executable" }
                .flatMap { texts(in: $0["targets"]) }
        )
        return (calls(in: package["targets"]) + apart).compactMap { call in
            guard let name = call["name"]?.literal, let kind = Self.kinds[call.name ?? ""] else {
                return nil
            }
            var draft = draft(name, executables.contains(name) ? .tool : kind, call)
            draft.platforms = platforms
            return draft
        }
    }

    /// Names of targets by the product that ships them.
    var products: [String: [String]] {
        let pairs = calls(in: package?["products"]).compactMap { call in
            call["name"]?.literal.map { ($0, texts(in: call["targets"])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private func draft(
        _ name: String,
        _ kind: ProductKind,
        _ call: Syntax.Call
    ) -> TargetDraft {
        var draft = TargetDraft(id: "\(path)#\(name)", name: name, project: path)
        draft.place = call.callee.place
        draft.kind = kind
        draft.configurations = [
            BuildConfiguration(name: "Debug", isDebug: true), BuildConfiguration(name: "Release"),
        ]
        for dependency in dependencies(call) { draft.products.insert(dependency) }
        addFiles(to: &draft, call)
        return draft
    }

    private func addFiles(to draft: inout TargetDraft, _ call: Syntax.Call) {
        guard let root = root(of: draft, call) else {
            inputs.note(
                UnreadInput(
                    path: path,
                    place: draft.place,
                    reason: .missing,
                    message: "the folder of the target '\(draft.name)' does not exist"
                )
            )
            return
        }
        let excluded = texts(in: call["exclude"])
        let chosen = call["sources"].map { texts(in: $0) }
        let resources = calls(in: call["resources"]).compactMap {
            $0.arguments.first?.value.literal
        }
        let files = inputs.index.files(in: root)
        let names = 4 + excluded.count + resources.count + (chosen?.count ?? 0)
        guard inputs.spend(files.count * names * 16, for: path) else { return }
        for file in files {
            let name = String(file.dropFirst(root.isEmpty ? 0 : root.count + 1))
            guard !Self.isIn(excluded, name) else { continue }
            if Self.isIn(resources, name) {
                draft.resources.insert(file)
            } else if SynchronizedFolder.isSource(name) {
                if chosen.map({ Self.isIn($0, name) }) ?? true { draft.sources.insert(file) }
            } else if Self.isBundledAnyway(name) {
                draft.resources.insert(file)
            }
        }
    }

    /// The folder of a target: as it is given, or `Sources/NAME` and the other places SwiftPM looks.
    private func root(of draft: TargetDraft, _ call: Syntax.Call) -> String? {
        let names: [String]
        if let path = call["path"] {
            names = path.literal.map { [$0] } ?? []
        } else {
            let parents =
                switch draft.kind {
                case .tests: ["Tests", "Sources", "Source", "src", "srcs"]
                case .tool where call.name == "plugin": ["Plugins"]
                default: ["Sources", "Source", "src", "srcs"]
                }
            names = parents.map { "\($0)/\(draft.name)" }
        }
        return names.lazy.compactMap { TreePath.join(folder, $0) }
            .first { !inputs.index.files(in: $0).isEmpty }
    }

    private func dependencies(_ call: Syntax.Call) -> [String] {
        let lone = elements(of: call["dependencies"]).compactMap(\.literal)
        let named = calls(in: call["dependencies"]).compactMap { dependency in
            (dependency["name"] ?? dependency.arguments.first?.value)?.literal
        }
        return lone + named
    }

    /// What SwiftPM bundles without being told.
    private static func isBundledAnyway(_ name: String) -> Bool {
        let suffixes = [".xcassets/", ".lproj/", ".xcdatamodeld/", ".xcmappingmodel/"]
        return suffixes.contains { name.contains($0) }
            || ["storyboard", "xib", "xcstrings"].contains(TreePath.suffix(of: name))
    }

    /// Whether a file or one of the folders it lies in is among `names`.
    private static func isIn(_ names: [String], _ file: String) -> Bool {
        names.contains { name in
            let name = name.hasSuffix("/") ? String(name.dropLast()) : name
            return name == "." || file == name || file.hasPrefix(name + "/")
        }
    }

    private func texts(in list: Syntax.Expression?) -> [String] {
        elements(of: list).compactMap(\.literal)
    }

    private func calls(in list: Syntax.Expression?) -> [Syntax.Call] {
        elements(of: list).compactMap { Self.call($0) }
    }

    private static func call(_ expression: Syntax.Expression) -> Syntax.Call? {
        guard case .call(let call) = expression.node else { return nil }
        return call
    }

    /// The elements of a list, of a variable that holds one, or of lists that are added up.
    private func elements(of list: Syntax.Expression?) -> [Syntax.Expression] {
        var waiting = list.map { [$0] } ?? []
        var elements: [Syntax.Expression] = []
        var seen: Set<String> = []
        while let expression = waiting.popLast() {
            switch expression.node {
            case .list(let values):
                // Many targets may name one variable; each element ends up in a target's id.
                let cost = values.count * (ProjectAllowance.entry + path.utf8.count)
                guard inputs.spend(cost, for: path) else { return elements }
                elements += values
            case .operation("+", let operands): waiting += operands.reversed()
            case .name(let name) where seen.insert(name).inserted:
                if let value = values[name] { waiting.append(value) }
            default: break
            }
        }
        return elements
    }
}
