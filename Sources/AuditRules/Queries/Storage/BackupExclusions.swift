import AuditFacts
import AuditPolicy

/// What sources keep out of backups: files and folders whose `isExcludedFromBackup` they set.
///
/// Source: Apple, "Optimizing your app's data for iCloud Backup"; what lies in a folder that is
/// excluded is excluded with it.
struct BackupExclusions {
    /// What is known of each path; one of which nothing is known may be any.
    private let paths: [PathTrace]

    /// Names whose functions must be kept.
    static let watched: Set<String> = [
        "isExcludedFromBackup", "isExcludedFromBackupKey", "NSURLIsExcludedFromBackupKey",
    ]

    /// How many calls of a function that excludes what it is handed are looked at.
    private static let callLimit = 256

    init(_ code: CodeIndex) {
        var paths: [PathTrace] = []
        var helpers: Set<String> = []
        for scope in code.scopes {
            for url in Self.excluded(in: scope) {
                let path = scope.path(of: url, code)
                if !Self.isKnown(path), Self.isHanded(url, scope) {
                    helpers.insert(scope.function.name)
                } else {
                    paths.append(path)
                }
            }
        }
        for scope in code.scopes {
            for name in scope.calls.compactMap(\.call.name) where Self.excludes(name) {
                helpers.insert(name)
            }
        }
        for found in code.allCalls(of: helpers).prefix(Self.callLimit) {
            let given = [found.call.receiver].compactMap(\.self) + found.call.arguments.map(\.value)
            let traces = given.map { found.scope.path(of: $0, code) }
            paths += [traces.first(where: Self.isKnown) ?? .unknown]
        }
        self.paths = paths
    }

    /// Whether the file at `path`, or a folder above it, may be kept out of backups.
    func cover(_ path: PathTrace) -> Bool {
        paths.contains { excluded in
            let isSameFolder =
                excluded.folder == nil || path.folder == nil || excluded.folder == path.folder
            return isSameFolder && Set(excluded.texts).isSubset(of: path.texts)
        }
    }

    private static func isKnown(_ path: PathTrace) -> Bool {
        path.folder != nil || !path.texts.isEmpty
    }

    /// Whether who calls the function says which URL it is.
    private static func isHanded(_ url: Syntax.Expression, _ scope: CodeScope) -> Bool {
        !scope.parameters(in: url).isEmpty
            || scope.sources(of: url).contains { $0.mentions("self") }
                && ["URL", "NSURL", "String", "NSString"].contains(scope.function.type)
    }

    /// The URLs that `scope` keeps out of backups itself.
    private static func excluded(in scope: CodeScope) -> [Syntax.Expression] {
        let isSet = scope.steps.contains { step in
            guard case .assignment(let target, let value) = step.statement.kind else {
                return false
            }
            return target.ownName == "isExcludedFromBackup" && value.node != .boolean(false)
        }
        return scope.calls.compactMap { site in
            let call = site.call
            switch call.name {
            case "setResourceValues":
                guard isSet else { return nil }
            case "setResourceValue", "setResourceValue:forKey:error:":
                guard call["forKey"]?.mentions(anyOf: watched) ?? false else { return nil }
            default: return nil
            }
            return call.receiver ?? Syntax.Expression(.name("self"), at: site.place)
        }
    }

    /// `createDirectoryExcludedFromBackupAtPath:error:`, `addSkipBackupAttributeToItemAtURL:`.
    private static func excludes(_ name: String) -> Bool {
        let words = NameWords.words(of: name)
        return (words.contains("backup") || words.contains("backups"))
            && !words.filter { ["exclude", "excluded", "excluding", "skip"].contains($0) }.isEmpty
    }
}

extension PathTrace {
    fileprivate static let unknown = PathTrace(folder: nil, texts: [], names: [])

    /// Whether what lies there goes into backups; of an unknown folder nothing is said.
    var isBackedUp: Bool {
        switch folder {
        case .documents, .applicationSupport, .library, .group: true
        case .caches, .temporary, .bundle, .cloud, nil: false
        }
    }
}
