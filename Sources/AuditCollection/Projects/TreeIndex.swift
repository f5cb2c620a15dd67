/// The files of an audited tree by path.
struct TreeIndex: Sendable {
    /// All paths of files, sorted.
    let paths: [String]
    private let all: Set<String>

    /// The index of `paths`.
    init(_ paths: [String]) {
        self.paths = paths.sorted()
        all = Set(paths)
    }

    /// Whether there is a file at `path`.
    func hasFile(_ path: String) -> Bool { all.contains(path) }

    /// The files in the folder at `path` and below it; all of them in the root.
    func files(in folder: String) -> ArraySlice<String> {
        guard !folder.isEmpty else { return paths[...] }
        return paths[start(of: folder + "/")..<start(of: folder + "0")]
    }

    /// The file at `path`, or the files of the folder at `path`.
    func files(at path: String) -> ArraySlice<String> {
        hasFile(path) ? [path] : files(in: path)
    }

    /// The first path that is not before `bound`; `0` follows `/` in ASCII.
    private func start(of bound: String) -> Int {
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
