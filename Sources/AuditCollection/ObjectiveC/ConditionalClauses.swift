/// The `#if`s around a place of an Objective-C source, and whether a release build reads it.
struct ConditionalClauses {
    private struct Level {
        /// Whether what is around it is read.
        let isAroundLive: Bool
        /// Whether the clause is read.
        var isLive: Bool
        /// Whether no further clause can be: one before it holds.
        var isDecided: Bool
        /// How many brackets were open before it.
        let openCount: Int
    }

    private var levels: [Level] = []
    // More is hostile; it is read as if it stood there without a condition.
    private static let depthLimit = 256
    private var surplus = 0

    /// Whether what stands here is read.
    var isLive: Bool { levels.last?.isLive ?? true }

    /// How many brackets were open where the clauses here begin.
    var openCount: Int? { levels.last?.openCount }

    mutating func begin(_ holds: Bool?, openCount: Int) {
        guard levels.count < Self.depthLimit else {
            surplus += 1
            return
        }
        let isAroundLive = isLive
        levels.append(
            Level(
                isAroundLive: isAroundLive,
                isLive: isAroundLive && holds != false,
                isDecided: holds == true,
                openCount: openCount
            )
        )
    }

    /// The next clause; `isBroken` when the one before it opened brackets that it did not close.
    ///
    /// Two such clauses one after the other would make no sense: the first alone is read.
    mutating func turn(_ holds: Bool?, isBroken: Bool) {
        guard surplus == 0, var level = levels.popLast() else { return }
        if level.isLive, isBroken { level.isDecided = true }
        level.isLive = level.isAroundLive && !level.isDecided && holds != false
        level.isDecided = level.isDecided || holds == true
        levels.append(level)
    }

    mutating func end() {
        if surplus > 0 { surplus -= 1 } else { _ = levels.popLast() }
    }
}
