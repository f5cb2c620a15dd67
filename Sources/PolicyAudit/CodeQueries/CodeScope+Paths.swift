extension CodeScope {
    /// What is known of the path `expression`, local names followed.
    package func path(of expression: Expression, _ code: CodeIndex) -> PathTrace {
        var texts: [String] = []
        var names: [String] = []
        var folder: PathTrace.Folder?
        for source in sources(of: expression) {
            for part in source.parts {
                if let text = part.literal, !text.isEmpty { texts.append(text) }
                guard let name = part.ownName else { continue }
                names.append(name)
                folder = folder ?? Self.folder(name)
                if part.literal == nil, !isLocal(name), let text = code.text(of: part, in: self) {
                    texts.append(text)
                }
            }
        }
        return PathTrace(folder: folder ?? Self.folder(texts: texts), texts: texts, names: names)
    }

    private static func folder(_ name: String) -> PathTrace.Folder? {
        if let known = folders[name] { return known }
        let words = NameWords.words(of: name)
        if words.contains("documents") || words.contains("document") { return .documents }
        if words.contains("tmp") || words.contains("temporary") { return .temporary }
        return nil
    }

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
        "containerURL": .group, "containerURLForSecurityApplicationGroupIdentifier:": .group,
        "forSecurityApplicationGroupIdentifier": .group,
        "mainBundle": .bundle, "resourcePath": .bundle, "bundlePath": .bundle,
        "ubiquityContainerIdentifier": .cloud, "forUbiquityContainerIdentifier": .cloud,
    ]
}
