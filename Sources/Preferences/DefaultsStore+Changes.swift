public import ProtectionModel
extension DefaultsStore {
    /// Changes of values from now on, one after the other, whoever makes them; of one domain, or of
    /// all that are stored.
    ///
    /// Ends when whoever iterates is done with it. See ``DefaultsWatch`` for what it tells.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `io-error`.
    public func changes(
        in domain: DefaultsDomain? = nil
    ) throws(ProtectionError) -> AsyncStream<DefaultsChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: DefaultsChange.self)
        let watch = try DefaultsWatch(self, domain: domain) { continuation.yield($0) }
        continuation.onTermination = { _ in watch.cancel() }
        return stream
    }
}
