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
        let data = try Data(contentsOf: url, on: container)
        guard let text = String(data: data, encoding: encoding) else {
            throw CocoaError(
                .fileReadInapplicableStringEncoding,
                userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path]
            )
        }
        self = text
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
        guard let data = data(using: encoding) else {
            throw CocoaError(
                .fileWriteInapplicableStringEncoding,
                userInfo: [NSURLErrorKey: url, NSFilePathErrorKey: url.path]
            )
        }
        try data.write(to: url, options: useAuxiliaryFile ? .atomic : [], on: container)
    }
}
