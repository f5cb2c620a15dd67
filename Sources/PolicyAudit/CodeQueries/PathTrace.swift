/// What is known of the path that an expression stands for.
package struct PathTrace: Sendable, Hashable {
    /// A folder of the app's container.
    package enum Folder: String, Sendable, Hashable {
        case documents, caches, temporary, applicationSupport, library, group, bundle, cloud
    }

    /// The folder it lies in; `nil` where that is not known.
    package let folder: Folder?
    /// Fixed texts it is made of, in the order of the text: file names and extensions.
    package let texts: [String]
    /// Names it is made of: local values, properties and functions.
    package let names: [String]

    /// Whether it could be any of `pattern`'s paths: a fixed text that fits, or names the file.
    package func fits(_ pattern: PathPattern) -> Bool {
        let joined = "/" + texts.joined(separator: "/")
        return pattern.matches(joined) || texts.contains { pattern.matches($0) }
    }

    package init(folder: Folder?, texts: [String], names: [String]) {
        self.folder = folder
        self.texts = texts
        self.names = names
    }
}
