import ProtectedFoundation
import ProtectionModel

/// Reports what code did to a device and should not have done.
struct DeviceVerdict: Sendable {
    let report: FailureReport

    /// Lets the test fail for each thing.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func findsFault(_ device: TestDevice, _ context: String) -> Bool {
        var faults = device.monitor.takeLosses().map(\.description)
        let past = device.container.writtenPastDevice
        if !past.isEmpty { faults.append(Self.text(past)) }
        let calls = device.container.callsPastDevice
        if !calls.isEmpty { faults.append(Self.text(calls)) }
        for fault in faults {
            report.fail(FailureReport.text(device, "\(fault).\n\(context)"))
        }
        if !faults.isEmpty { report.attach(device) }
        return !faults.isEmpty
    }

    /// Lets the test fail for what did not reach the device.
    func findsCallsPast(_ device: TestDevice) {
        let calls = device.container.callsPastDevice
        guard !calls.isEmpty else { return }
        report.fail(Self.text(calls))
    }

    static func text(_ calls: [String]) -> String {
        "past the device, on the host: " + calls.joined(separator: "; ")
            + ". A phone lets an app change nothing there; hand over what is meant to be on the device"
    }

    static func text(_ past: [DevicePath]) -> String {
        let names = past.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return
            "\(names) \(past.count == 1 ? "was" : "were") written past the device: nothing protects "
            + "that. For Foundation's own `write(to:)` take `fileManager.write(_:to:options:)` or "
            + "`write(to:options:on:)`; for SQLite keep the `DatabaseService` while a database is open"
    }
}
