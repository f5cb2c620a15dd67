public import Foundation

extension String {
    /// Reads a text file of a device.
    ///
    /// - Throws: `CocoaError` as `Data(contentsOf:options:on:)`, and
    ///   `fileReadInapplicableStringEncoding` (261) for bytes that are not text in this encoding.
    public init(
        contentsOf url: URL,
        encoding: String.Encoding = .utf8,
        on container: ApplicationContainer
    ) throws {
        self = try String(Data(contentsOf: url, on: container), of: url, encoding)
    }

    /// Writes a text file of a device.
    ///
    /// - Throws: `CocoaError` as `Data.write(to:options:on:)`, and
    ///   `fileWriteInapplicableStringEncoding` (517) for a text that the encoding lacks.
    public func write(
        to url: URL,
        atomically useAuxiliaryFile: Bool,
        encoding: String.Encoding = .utf8,
        on container: ApplicationContainer
    ) throws {
        try encoded(for: url, encoding)
            .write(to: url, options: useAuxiliaryFile ? .atomic : [], on: container)
    }

    /// The text in a file.
    ///
    /// - Throws: `CocoaError` with `fileReadInapplicableStringEncoding` (261).
    init(_ data: Data, of url: URL, _ encoding: String.Encoding) throws {
        guard let text = String(data: data, encoding: encoding) else {
            throw CocoaError(
                .fileReadInapplicableStringEncoding,
                userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path]
            )
        }
        self = text
    }

    /// What a file gets for this text.
    ///
    /// - Throws: `CocoaError` with `fileWriteInapplicableStringEncoding` (517).
    func encoded(for url: URL, _ encoding: String.Encoding) throws -> Data {
        guard let data = data(using: encoding) else {
            throw CocoaError(
                .fileWriteInapplicableStringEncoding,
                userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path]
            )
        }
        return data
    }
}
