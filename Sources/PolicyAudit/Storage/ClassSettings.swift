/// The places in a function that set classes, by the names that their paths are made of.
struct ClassSettings: Sendable {
    private var byName: [String: [Int]] = [:]
    private var unnamed: [Int] = []

    /// Adds `use`, which is at `index` among all.
    mutating func add(_ use: StorageUse, at index: Int) {
        guard let target = use.target else {
            if use.operation == .setAttributes { unnamed.append(index) }
            return
        }
        for name in use.rootNames(of: target) { byName[name, default: []].append(index) }
    }

    /// Those of paths made of any of `names` and of paths that are not told, in order.
    func indices(ofAny names: Set<String>) -> [Int] {
        Set(names.flatMap { byName[$0] ?? [] } + unnamed).sorted()
    }
}
