/// How much a store leaves to be finished later, and for how long.
package struct SettlingPolicy: Sendable {
    /// So many files that nobody has open, removed entries and replaced files are finished at once.
    ///
    /// Each file keeps a descriptor until then. Of twice as many the next close or removal waits.
    package var limit = 512
    /// How long something is left at most.
    ///
    /// Another process that wants to write a file waits as
    /// long, so it must be shorter than the store's patience.
    package var delay: Duration = .seconds(2)
    /// Of more files the whole volume is synced, which waits for other programs' files too.
    package var singleSyncLimit = 8

    /// The defaults.
    package init() {}
}
