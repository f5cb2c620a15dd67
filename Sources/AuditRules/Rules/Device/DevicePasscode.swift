import AuditFacts
import AuditPolicy

/// `device.passcode`: a device whose passcode is weaker than the policy demands.
enum DevicePasscode: Rule {
    static let description = RuleDescription(
        "device.passcode",
        "The device's passcode is weaker than the policy demands",
        severity: .high,
        isProven: true,
        summary: """
            An audited device has no passcode although the policy requires one, allows shorter ones \
            than it demands, or takes more wrong ones before it erases itself.
            """,
        rationale: """
            Every class but `none` rests on the passcode. Without one the keys are available as soon as \
            the device is on; a short one is guessed, and the more guesses are allowed, the sooner.
            """,
        remedy: """
            Set a passcode with `protectctl passcode set`, and install a profile with `minLength` and \
            `maxFailedAttempts` (`protectctl profile install`).
            """,
        references: RuleReferences(
            controls: ["RESILIENCE-1"],
            tests: ["0246", "0248"],
            commonWeaknesses: [521]
        ),
        examples: [
            .device(
                "no passcode",
                ExampleDevice(hasPasscode: false),
                policy: "passcode: {required: true, minimum-length: 6, maximum-failures: 10}",
                findings: ["/", "/", "/"]
            ),
            .device(
                "as demanded",
                ExampleDevice(minimumPasscodeLength: 6, eraseAfterFailures: 10),
                policy: "passcode: {required: true, minimum-length: 6, maximum-failures: 10}"
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.facts.devices.flatMap { device in
            faults(of: device, context.policy.passcode).map {
                Observation($0, path: DeviceFacts.root, span: SourceSpan(.start))
            }
        }
    }

    private static func faults(of device: DeviceFacts, _ demand: PasscodeDemand) -> [String] {
        var faults: [String] = []
        if demand.isRequired, !device.hasPasscode {
            faults.append("no passcode is set: the policy requires one")
        }
        if let length = demand.minimumLength, device.minimumPasscodeLength < length {
            let allowed = device.minimumPasscodeLength
            faults.append(
                (allowed == 0
                    ? "a passcode may have any length"
                    : "a passcode may have \(allowed) character\(allowed == 1 ? "" : "s")")
                    + ": the policy demands at least \(length)"
            )
        }
        if let limit = demand.maximumFailures {
            let allowed = device.eraseAfterFailures
            if allowed.map({ $0 > limit }) ?? true {
                let count =
                    allowed.map { "\($0) wrong passcodes" } ?? "no number of wrong passcodes"
                let verb = allowed == nil ? "erases" : "erase"
                faults.append("\(count) \(verb) the device: the policy demands it after \(limit)")
            }
        }
        return faults
    }
}
