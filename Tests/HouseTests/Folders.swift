/// How the folders of sources and tests are filled.
enum Folders {
    /// The Swift files that a folder may hold, those in its subfolders not counted.
    static let fileLimit = 40

    /// The folders of these paths that hold more, each as a finding.
    static func crowded(_ paths: [String]) -> [Finding] {
        let folders = paths.map { path in
            path.split(separator: "/").dropLast().joined(separator: "/")
        }
        let counts = Dictionary(folders.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.filter { $0.value > fileLimit }.sorted { $0.key < $1.key }.map {
            let message = "\($0.value) Swift files, at most \(fileLimit): make subfolders"
            return Finding(path: $0.key, line: 1, message: message)
        }
    }
}
