/// How it stands with what a device follows.
package struct SessionReport: Sendable, Equatable {
    /// Whether a source can be heard.
    package enum Standing: String, Sendable, CaseIterable {
        case followed
        /// The bus is there, and nobody who would tell of it, such as a screen saver.
        case absent
        /// The bus, or logind, is gone; it is tried again.
        case lost
    }

    /// A source, and whether it can be heard.
    package struct Followed: Sendable, Equatable {
        package let source: LockSource
        package let standing: Standing

        /// Pairs the two.
        package init(source: LockSource, standing: Standing) {
            self.source = source
            self.standing = standing
        }
    }

    /// What is followed, in the order of ``LockSource``.
    package var followed: [Followed]
    /// Whether sleep waits for the keys to be gone: an inhibitor lock of logind's is held.
    package var delaysSleep: Bool
    /// Whether logind refused the last one that was asked for; it is asked again.
    package var refusesDelay: Bool
    /// How long sleep waits at most, `InhibitDelayMaxUSec`; nil when logind does not say.
    package var delayLimit: Duration?

    /// Gathers the facts.
    package init(
        followed: [Followed],
        delaysSleep: Bool = false,
        refusesDelay: Bool = false,
        delayLimit: Duration? = nil
    ) {
        self.followed = followed
        self.delaysSleep = delaysSleep
        self.refusesDelay = refusesDelay
        self.delayLimit = delayLimit
    }
}
