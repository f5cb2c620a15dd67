extension CodeStep {
    /// Whether it stands under no condition that `other` does not stand under too.
    package func isReached(with other: CodeStep) -> Bool {
        guards.count <= other.guards.count
            && zip(guards, other.guards).allSatisfy { own, theirs in
                own.holds == theirs.holds && own.condition == theirs.condition
            }
    }
}
