/// What came of several scenarios, in the forms in which it is told.
///
/// Every form is a function of the results alone: equal results give equal reports.
package struct ScenarioReport: Sendable {
    /// The results, in the order of the call.
    package let results: [ScenarioResult]

    /// A report of these results.
    package init(_ results: [ScenarioResult]) {
        self.results = results
    }

    /// Whether every step of every scenario passed.
    package var passed: Bool { results.allSatisfy(\.passed) }
}
