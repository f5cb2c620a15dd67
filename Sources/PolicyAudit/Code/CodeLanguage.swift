/// A language of app sources.
package enum CodeLanguage: UInt8, Sendable, Hashable {
    case swift, objectiveC
}
