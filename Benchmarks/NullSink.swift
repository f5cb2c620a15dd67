import ProtectedStore

/// Throws everything away.
final class NullSink: ContentSink {
    var isSequential: Bool { false }
    func write(_ bytes: RawSpan, at offset: UInt64) {}
}
