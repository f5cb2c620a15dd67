/// The places in a function that set classes, by the names that their paths are made of.
struct ClassSettings: Sendable {
    /// How many are kept for a name: a function that has more is made by a machine, and each of its
    /// writes would be compared with each of them.
    private static let limit = 64

    private var byName: [String: [Int]] = [:]
    private var unnamed: [Int] = []

    /// Adds `use`, which is at `index` among all.
    mutating func add(_ use: StorageUse, at index: Int) {
        guard let target = use.target else {
            if use.operation == .setAttributes { unnamed.append(index) }
            return
        }
        for name in use.scope.rootNames(of: target)
        where byName[name, default: []].count < Self.limit {
            byName[name, default: []].append(index)
        }
    }

    /// Those of paths made of any of `names` and of paths that are not known, in order.
    func indices(ofAny names: Set<String>) -> [Int] {
        Set(names.flatMap { byName[$0] ?? [] } + unnamed).sorted()
    }
}
