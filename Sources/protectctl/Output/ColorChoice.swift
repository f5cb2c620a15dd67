import ArgumentParser

/// When to colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}
