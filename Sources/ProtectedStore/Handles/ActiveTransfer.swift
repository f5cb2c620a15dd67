import KeyManagement

/// A source whose content counts as activity of the device, piece by piece, as it arrives.
struct ActiveSource: ContentSource {
    private let source: any ContentSource
    private let keys: any KeyService

    init(_ source: any ContentSource, _ keys: any KeyService) {
        self.source = source
        self.keys = keys
    }

    var expectedByteCount: Int? { source.expectedByteCount }

    func read(into bytes: inout MutableRawSpan) throws -> Int {
        try source.read(into: &bytes) { [keys] in keys.noteActivity() }
    }
}

/// A sink whose content counts as activity of the device, piece by piece, once it was taken.
struct ActiveSink: ContentSink {
    private let sink: any ContentSink
    private let keys: any KeyService

    init(_ sink: any ContentSink, _ keys: any KeyService) {
        self.sink = sink
        self.keys = keys
    }

    var isSequential: Bool { sink.isSequential }

    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        try sink.write(bytes, at: offset)
        keys.noteActivity()
    }
}
