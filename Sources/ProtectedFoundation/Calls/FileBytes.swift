public import Foundation

/// The bytes of a file handle, as `FileHandle.AsyncBytes`, which Foundation on Linux lacks.
public struct FileBytes: AsyncSequence {
    /// A byte.
    public typealias Element = UInt8

    private let handle: FileHandle

    /// The bytes from where the handle is.
    public init(_ handle: FileHandle) { self.handle = handle }

    /// Text by lines.
    public var lines: FileLines<FileBytes> { FileLines(self) }

    /// Reads piece by piece.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handle) }

    /// Reads pieces of 16 KiB.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let handle: FileHandle
        private var piece = Data()

        fileprivate init(_ handle: FileHandle) { self.handle = handle }

        /// - Throws: `CocoaError`, as a read of the handle.
        public mutating func next() async throws -> UInt8? {
            if piece.isEmpty {
                piece = try FoundationCalls.read(handle, upToCount: 16_384) ?? Data()
            }
            return piece.popFirst()
        }
    }
}

/// The lines of a text in UTF-8, as `AsyncLineSequence`, which Foundation on Linux lacks; empty ones are
/// left out, as there.
public struct FileLines<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
    /// A line without its end.
    public typealias Element = String

    private let base: Base

    init(_ base: Base) { self.base = base }

    /// Reads line by line.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base.makeAsyncIterator()) }

    /// Reads up to a line feed, a carriage return, or both.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var bytes: Base.AsyncIterator

        fileprivate init(_ bytes: Base.AsyncIterator) { self.bytes = bytes }

        /// - Throws: what the bytes throw.
        public mutating func next() async throws -> String? {
            var line: [UInt8] = []
            while let byte = try await bytes.next() {
                guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                    line.append(byte)
                    continue
                }
                if !line.isEmpty { break }
            }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
    }
}
