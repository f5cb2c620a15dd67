/// What a target builds.
package enum ProductKind: String, Sendable, Hashable {
    case app, appExtension, framework, library, watchApp, tests, tool, other
}
