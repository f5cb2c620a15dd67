import ArgumentParser
import Documents

/// A duration, or the word `never`.
struct OptionalDurationArgument: ExpressibleByArgument {
    let duration: Duration?

    static let never = OptionalDurationArgument(duration: nil)

    private init(duration: Duration?) {
        self.duration = duration
    }

    init?(argument: String) {
        guard argument != "never" else {
            duration = nil
            return
        }
        guard let duration = try? DurationText.parse(argument) else { return nil }
        self.duration = duration
    }

    var defaultValueDescription: String { duration.map(DurationText.format) ?? "never" }
}
