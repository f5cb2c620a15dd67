package import AuditPolicy

/// What is known of the path that an expression stands for.
package struct PathTrace: Sendable, Hashable {
    /// A folder of the app's container.
    package enum Folder: String, Sendable, Hashable {
        case documents, caches, temporary, applicationSupport, library, group, bundle, cloud

        /// Its path in the app's container; `nil` for one elsewhere.
        var path: String? {
            switch self {
            case .documents: "/Documents"
            case .caches: "/Library/Caches"
            case .temporary: "/tmp"
            case .applicationSupport: "/Library/Application Support"
            case .library: "/Library"
            case .group, .bundle, .cloud: nil
            }
        }
    }

    /// The folder it lies in; `nil` where that is not known.
    package let folder: Folder?
    /// Fixed texts it is made of, in the order of the text: file names and extensions.
    package let texts: [String]
    /// Names it is made of: local values, properties and functions.
    package let names: [String]

    /// Whether it could be any of `pattern`'s paths: a fixed text that fits, or names the file.
    ///
    /// The folder stands before the texts where it is known. What a local name holds comes after
    /// what is made of it, so the texts count in both orders.
    package func fits(_ pattern: PathPattern) -> Bool {
        if texts.contains(where: pattern.matches) { return true }
        let starts = [""] + [folder?.path].compactMap { $0 }
        return [texts, Array(texts.reversed())].contains { texts in
            let joined = "/" + texts.joined(separator: "/")
            return starts.contains { pattern.matches($0 + joined) }
        }
    }

    package init(folder: Folder?, texts: [String], names: [String]) {
        self.folder = folder
        self.texts = texts
        self.names = names
    }
}
