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
