import SystemIO

/// Work on each of many elements, on several threads.
///
/// System threads are used and not Dispatch's, whose small stacks parsers outgrow.
package enum ParallelMap {
    /// What `transform` makes of each element, in the order of the elements.
    ///
    /// `onDone` is called with how many are done, from any thread.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element],
        jobs: Int,
        onDone: @escaping @Sendable (Int) -> Void = { _ in },
        _ transform: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        let state = WorkQueue<Result>(count: elements.count)
        let work: @Sendable () -> Void = {
            while let index = state.take() {
                onDone(state.finish(index, transform(elements[index])))
            }
        }
        // Where no thread can be started, the others do the work.
        let threads = (1..<max(1, min(jobs, elements.count))).compactMap { _ in
            try? SystemThread(work)
        }
        work()
        for thread in threads { thread.finish() }
        return state.results
    }
}
