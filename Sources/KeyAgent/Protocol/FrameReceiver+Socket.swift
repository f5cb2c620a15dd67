package import SystemIO

extension FrameReceiver {
    /// Takes what a socket gives now, or waits for it if the socket blocks.
    ///
    /// - Throws: ``FrameError``; the connection is then of no use any more.
    package mutating func next(from socket: StreamSocket) throws(FrameError) -> Reception {
        try next { (bytes, offset) throws(FrameError) in
            do throws(SystemError) {
                return try socket.receive(into: &bytes, from: offset)
            } catch { throw .system(error) }
        }
    }
}
