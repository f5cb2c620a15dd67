extension StepResult {
    /// One sentence for each key in which the step fell short, without the place.
    package var sentences: [String] {
        shortfalls.map { key in
            let wanted = expected[key]?.description ?? "success"
            let came = got[key]?.description ?? nothing(for: key)
            let reason = key == .error ? message.map { " (\($0.printable))" } ?? "" : ""
            let name = key == .error ? "" : "\(key.rawValue): "
            return "\(name)expected \(wanted), got \(came)\(reason)"
        }
    }

    private func nothing(for key: FactKey) -> String {
        switch key {
        case .error: "success"
        case .sameAs where got[.value] != nil: "another value"
        case .differsFrom where got[.value] != nil: "the same value"
        default: "nothing"
        }
    }
}
