import ArgumentParser
import Documents

/// A duration such as `10s` on the command line.
struct DurationArgument: ExpressibleByArgument {
    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        guard let duration = try? DurationText.parse(argument) else { return nil }
        self.duration = duration
    }

    var defaultValueDescription: String { DurationText.format(duration) }
}

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
