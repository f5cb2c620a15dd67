/// The files of an audited tree by path.
///
/// Projects name files as macOS' file system compares names: by default without regard to case, and
/// never to how an accented letter is composed ("About Apple File System", Apple's archive). What
/// builds there must be found here, on a file system that tells `xDrip` from `xdrip`.
struct TreeIndex: Sendable {
    /// All paths of files, sorted.
    let paths: [String]
    private let all: Set<String>
    /// The paths of files and folders by themselves in lower case.
    private let spellings: [String: String]
    private let names: DistinctNames

    /// The index of `paths`, in which `names` are not spelled by themselves.
    init(_ paths: [String], _ names: DistinctNames = DistinctNames()) {
        self.names = names
        self.paths = paths.sorted()
        all = Set(paths)
        var spellings: [String: String] = [:]
        for path in self.paths {
            var path = path
            // A folder is noted with its first file, and with it the folders above.
            while !path.isEmpty, spellings[path.lowercased()] == nil {
                spellings[path.lowercased()] = path
                path = TreePath.folder(of: path)
            }
        }
        self.spellings = spellings
    }

    /// `path` as the tree spells the file or folder it means; itself where there is none.
    ///
    /// One with the same bytes comes first.
    func spelling(of path: String) -> String {
        let path = names.spelling(of: path)
        return all.firstIndex(of: path).map { all[$0] } ?? spellings[path.lowercased()] ?? path
    }

    /// The path that `name` means in `folder`, as the tree spells it; `nil` when it leads out of the
    /// tree.
    func path(of name: String, in folder: String) -> String? {
        TreePath.join(folder, name).map(spelling)
    }

    /// Whether there is a file at `path`, spelled as the tree spells it.
    func hasFile(_ path: String) -> Bool { all.contains(path) }

    /// The files in the folder at `path` and below it; all of them in the root.
    func files(in folder: String) -> ArraySlice<String> {
        guard !folder.isEmpty else { return paths[...] }
        let folder = names.spelling(of: folder)
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
