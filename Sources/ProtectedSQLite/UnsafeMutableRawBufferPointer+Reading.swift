extension UnsafeMutableRawBufferPointer {
    /// Zeros what a read past the end of a file left, as SQLite demands.
    ///
    /// - Returns: the code for a read of so many bytes.
    func endAfter(_ count: Int) -> ResultCode {
        guard count < self.count else { return .ok }
        UnsafeMutableRawBufferPointer(rebasing: self[count...])
            .initializeMemory(as: UInt8.self, repeating: 0)
        return .shortRead
    }
}
