/// Whether what is done with a device counts as its use, which keeps it from locking when idle.
package enum DeviceUse {
    /// Whether what this task does happens by itself, and so is no use.
    @TaskLocal package static var isInBackground = false

    /// Runs what happens by itself, such as the delivery of a notification: it leaves the device idle.
    package static func inBackground<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = $isInBackground.withValue(true) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
