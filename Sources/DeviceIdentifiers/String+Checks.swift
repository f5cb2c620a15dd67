import ProtectionModel

extension String {
    /// Whether this can name a vendor, team or container.
    var isName: Bool {
        (1...255).contains(utf8.count)
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Whether there is nothing to read in it.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    func checkAsName(_ what: String) throws(ProtectionError) {
        guard isName else {
            throw ProtectionError(
                .invalidArgument,
                "\(what) needs a name of 1 to 255 bytes without control characters"
            )
        }
    }
}
