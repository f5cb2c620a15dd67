import AuditPolicy
import Documents

/// Which traits of policies are specified, and what waits for the others.
struct TraitSelection {
    /// The traits that are specified.
    let traits: TraitCollection
    /// The others, by name.
    let unspecified: [String]
    /// The overlays that wait for some of them.
    let waiting: [WaitingOverlay]

    /// What `asked` selects of `stack`.
    init(_ asked: TraitCollection, _ stack: PolicyStack) {
        traits = stack.traits(under: asked)
        unspecified = stack.unspecified(under: asked)
        waiting = stack.waiting(under: asked)
    }

    /// For people: `unspecified: configuration, region; overlays 2 and 5 of app.yml wait for them`.
    var sentence: String {
        guard !unspecified.isEmpty else { return "unspecified: no trait" }
        let names = "unspecified: \(unspecified.joined(separator: ", "))"
        guard !waiting.isEmpty else { return "\(names); no overlay waits for them" }
        let verb = waiting.count == 1 ? "waits" : "wait"
        return "\(names); \(OverlayReference.list(waiting.map(\.reference))) \(verb) for them"
    }
}

extension OverlayReference {
    /// `overlays 1 and 3 of base.yml and overlay 2 of app.yml`.
    static func list(_ overlays: [OverlayReference]) -> String {
        var files: [String] = []
        for overlay in overlays where !files.contains(overlay.file) { files.append(overlay.file) }
        return joined(
            files.map { file in
                let numbers = overlays.filter { $0.file == file }.map { "\($0.number)" }
                return "overlay\(numbers.count == 1 ? "" : "s") \(joined(numbers)) of \(file)"
            }
        )
    }

    private static func joined(_ words: [String]) -> String {
        words.count < 2
            ? words.joined()
            : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}

extension TraitContradiction {
    /// For people, in one line with its place.
    var line: String {
        let cause = overlays.isEmpty ? "" : ", by \(OverlayReference.list(overlays))"
        let when = traits.isEmpty ? "" : " under \(traits)"
        return "\(file):\(place): \(message)\(when)\(cause)"
    }
}

/// An overlay in JSON.
struct OverlayDocument: Encodable {
    let path: String
    let number: Int
    let line: Int

    init(_ overlay: OverlayReference) {
        path = overlay.file
        number = overlay.number
        line = overlay.place.line
    }
}
