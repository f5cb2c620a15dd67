import ProtectedFoundation
import ProtectionModel

/// Reports what code did to a device and should not have done.
struct DeviceVerdict: Sendable {
    let report: FailureReport

    /// Lets the test fail for each thing.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func findsFault(_ device: TestDevice, _ context: RunContext) -> Bool {
        var faults = device.monitor.takeFaults().map { ($0.headline, $0.explanation + "\n") }
        let past = device.container.writtenPastDevice
        if !past.isEmpty { faults.append((Self.headline(past), Self.advice)) }
        let calls = device.container.callsPastDevice
        if !calls.isEmpty { faults.append((Self.headline(calls), Self.adviceOnCalls)) }
        for (headline, explanation) in faults {
            report.fail(
                "\(context.headline): \(headline)",
                FailureReport.text(device, explanation + context.details)
            )
        }
        if !faults.isEmpty { report.attach(device) }
        return !faults.isEmpty
    }

    /// Lets the test fail for calls that did not reach the device.
    func findsCallsPast(_ device: TestDevice) {
        let calls = device.container.callsPastDevice
        guard !calls.isEmpty else { return }
        report.fail(Self.headline(calls), Self.adviceOnCalls)
    }

    static func headline(_ calls: [String]) -> String {
        "past the device: " + calls.joined(separator: "; ")
    }

    static let adviceOnCalls =
        "A phone lets an app change nothing outside of its containers: hand over a place on the device. Where a "
        + "call raises, call the one that throws.\n"

    /// Warns of what was set aside and not found again.
    ///
    /// - Returns: what it said.
    func notes(_ device: TestDevice, _ context: RunContext) -> [String] {
        device.monitor.filesLeftAside.map { aside in
            let headline = "\(context.headline): \(aside.headline)"
            report.warn(headline, aside.explanation)
            return headline
        }
    }

    static func headline(_ past: [DevicePath]) -> String {
        let names = past.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return "\(names) \(past.count == 1 ? "was" : "were") written past the device"
    }

    static let advice =
        "Nothing protects that. For Foundation's own `write(to:)` take `fileManager.write(_:to:options:)` or "
        + "`write(to:options:on:)`; for SQLite keep the `DatabaseService` while a database is open.\n"
}
