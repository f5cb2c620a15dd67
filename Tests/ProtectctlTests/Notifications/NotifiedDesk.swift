import Testing

extension Desk {
    /// The application that the tests about notifications are about.
    static let mail = "com.example.mail"

    /// A desk with an unlocked device on which an application may notify, unless it is not asked for.
    static func notified(
        _ options: String = "",
        passcode: Bool = true,
        authorized: Bool = true
    ) throws -> Desk {
        let desk = try Desk.with(passcode: passcode)
        try desk.must("app install \(mail)")
        guard authorized else { return desk }
        try desk.must("notify authorize \(mail) \(options)")
        try desk.must("notify answer \(mail) granted")
        return desk
    }

    /// Lets a push arrive and tells how it ended.
    @discardableResult
    func push(
        _ payload: String = #"{"aps":{"alert":{"title":"Ann","body":"The code is 2580"}}}"#,
        _ options: String = "",
        at location: SourceLocation = #_sourceLocation
    ) throws -> JSONValue {
        try must("notify push \(Desk.mail) - --json \(options)", input: payload, at: location)
            .json()
    }

    /// The bodies that a screen shows, and whether they stand for what may not show.
    func bodies(_ options: String = "") throws -> [String] {
        let entries = try must("notify screen --json \(options)").json()["entries"]?.array ?? []
        return entries.map { entry in
            (entry["body"]?.string ?? "?") + (entry["hidden"] == .bool(true) ? " (hidden)" : "")
        }
    }
}
