import CSystemShims

/// Giving way to other threads while spinning.
enum Pause {
    /// sched_yield(2).
    static func yieldProcessor() {
        shim_yield()
    }
}
