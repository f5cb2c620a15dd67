import AuditFacts
import AuditPolicy

/// Collects what a path is made of.
struct PathWalk {
    private let code: CodeIndex
    private var texts: [String] = []
    private var names: [String] = []
    private var folder: PathTrace.Folder?
    private var seen: Set<String> = []

    init(code: CodeIndex) {
        self.code = code
    }

    var trace: PathTrace {
        PathTrace(folder: folder ?? Self.folder(texts: texts), texts: texts, names: names)
    }

    mutating func visit(_ values: [Syntax.Expression], in scope: CodeScope, depth: Int) {
        for part in values.flatMap(\.parts) {
            if case .call(let call) = part.node {
                for label in call.arguments.compactMap(\.label) {
                    folder = folder ?? Self.folders[label]
                }
            }
            if case .text(let parts) = part.node {
                texts += parts.compactMap { piece in
                    guard case .fixed(let text) = piece, !text.isEmpty else { return nil }
                    return text
                }
            }
            guard let name = part.ownName else { continue }
            names.append(name)
            folder = folder ?? Self.folder(name)
            guard !scope.isLocal(name), seen.insert(name).inserted else { continue }
            if let text = code.text(of: part, in: scope) { texts.append(text) }
            follow(name, from: scope, depth: depth)
        }
    }

    /// Looks into an own property or function that gives a path: of the same file, or the only one
    /// of that name.
    private mutating func follow(_ name: String, from scope: CodeScope, depth: Int) {
        guard depth < 3, folder == nil else { return }
        let declared = code.functions(name)
        let near = declared.filter { $0.file == scope.file.path }
        for candidate in (near.isEmpty && declared.count == 1 ? declared : near).prefix(2) {
            let body = code.scopes(in: candidate.file).first {
                $0.function.name == name && $0.function.span == candidate.function.span
            }
            if let body, body.steps.count <= 24 {
                visit(body.expressions, in: body, depth: depth + 1)
            }
        }
        let variables = code.variables(name)
        let nearVariables = variables.filter { $0.file == scope.file.path }
        let chosen = nearVariables.isEmpty && variables.count == 1 ? variables : nearVariables
        if let value = chosen.first?.variable.value {
            visit([value], in: scope, depth: depth + 1)
        }
    }

    private static func folder(_ name: String) -> PathTrace.Folder? {
        if let known = folders[name] { return known }
        let words = NameWords.words(of: name)
        if words.contains("documents") || words.contains("document") { return .documents }
        if words.contains("tmp") || words.contains("temporary") { return .temporary }
        guard words.contains(where: places.contains) else { return nil }
        return words.lazy.compactMap { abbreviations[$0] }.first
    }

    /// What properties of the app's own for folders are called: `tempDirectory`, `cacheURL`.
    private static let places: Set<String> = [
        "directory", "dir", "folder", "path", "url", "container",
    ]
    private static let abbreviations: [String: PathTrace.Folder] = [
        "temp": .temporary, "docs": .documents, "group": .group, "shared": .group,
    ]

    private static func folder(texts: [String]) -> PathTrace.Folder? {
        if texts.contains(where: { $0 == "Documents" || $0.hasPrefix("/Documents") }) {
            return .documents
        }
        return texts.contains { $0.hasPrefix("tmp/") || $0 == "tmp" } ? .temporary : nil
    }

    private static let folders: [String: PathTrace.Folder] = [
        "documentDirectory": .documents, "NSDocumentDirectory": .documents,
        "documentsDirectory": .documents,
        "cachesDirectory": .caches, "NSCachesDirectory": .caches, "cacheDirectory": .caches,
        "temporaryDirectory": .temporary, "NSTemporaryDirectory": .temporary,
        "applicationSupportDirectory": .applicationSupport,
        "NSApplicationSupportDirectory": .applicationSupport,
        "libraryDirectory": .library, "NSLibraryDirectory": .library,
        "containerURLForSecurityApplicationGroupIdentifier:": .group,
        "forSecurityApplicationGroupIdentifier": .group,
        "mainBundle": .bundle, "resourcePath": .bundle, "bundlePath": .bundle, "Bundle": .bundle,
        "NSBundle": .bundle, "forUbiquityContainerIdentifier": .cloud,
    ]
}
