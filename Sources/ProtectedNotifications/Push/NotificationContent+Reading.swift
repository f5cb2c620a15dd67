import Documents
package import ProtectionModel

extension NotificationContent {
    /// Reads a content as a payload says it: a whole payload, or what stands under its `alert`.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-payload`, with line and column; `payload-too-large` for
    ///   more than a payload can have.
    package init(reading json: [UInt8]) throws(ProtectionError) {
        let limit = RemotePayload.Headers.PushType.alert.byteLimit
        guard json.count <= limit else {
            throw ProtectionError(
                .payloadTooLarge,
                "the content has more than \(limit) bytes, which no payload has room for"
            )
        }
        do throws(DocumentFault) {
            let limits = DocumentLimits(byteCount: limit, depth: RemotePayload.depthLimit)
            let root = try TextDocument.parse(json, limits: limits, isJSON: true)
            guard root.entries != nil else { throw root.expected("an object") }
            let isWhole = root["aps"] != nil
            self = try PayloadReader(isWhole ? root : root.under("alert").under("aps"), [:])
                .content()
        } catch {
            throw ProtectionError(
                .malformedPayload,
                "\(error.location): \(error.message)",
                cause: error
            )
        }
    }
}

extension DocumentNode {
    /// An object with this alone in it.
    fileprivate func under(_ key: String) -> DocumentNode {
        let entry = DocumentEntry(key: key, keyLocation: location, value: self)
        return DocumentNode(.mapping([entry]), at: location)
    }
}
