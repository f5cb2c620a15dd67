extension TestDevice {
    @TaskLocal static var currentDevice: TestDevice?

    /// The device that the trait ``Testing/Trait/inEachLockState(options:preparing:)`` made for this test.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` in a test without such a trait.
    public static var current: TestDevice {
        get throws {
            guard let device = currentDevice else {
                throw ProtectionError(
                    .invalidArgument,
                    "this test has no device: give it the trait `.inEachLockState()`, or make one with "
                        + "`try TestDevice(in: .locked)`; a detached task does not see it"
                )
            }
            device.monitor.isUsed = true
            return device
        }
    }
}
