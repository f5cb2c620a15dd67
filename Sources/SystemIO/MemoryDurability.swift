/// What an ``InMemoryFileSystem`` remembers for power losses.
package enum MemoryDurability: Sendable {
    /// A sync makes durable what it says; everything since is remembered and can be lost.
    case tracked
    /// A sync succeeds and makes nothing durable: the control a crash test must fail under.
    case syncIsNoOp
    /// Nothing is remembered and nothing can be lost: half the memory, for long simulations.
    case everythingSurvives
}
