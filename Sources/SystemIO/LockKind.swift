/// What an advisory lock becomes.
package enum LockKind: Sendable {
    case unlocked, shared, exclusive
}
