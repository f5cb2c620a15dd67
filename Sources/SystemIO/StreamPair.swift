/// Both ends of a pipe.
package struct StreamPair: ~Copyable, Sendable {
    package let reading: HostStream
    package let writing: HostStream

    init(reading: consuming HostStream, writing: consuming HostStream) {
        self.reading = reading
        self.writing = writing
    }

    /// Hands over the reading end and closes the other.
    package consuming func takeReading() -> HostStream { reading }

    /// Hands over the writing end and closes the other.
    package consuming func takeWriting() -> HostStream { writing }
}
