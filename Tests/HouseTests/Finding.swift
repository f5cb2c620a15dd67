/// A place that breaks a rule of the house.
struct Finding: CustomStringConvertible {
    /// The file, from the package's root.
    let path: String
    /// The line, from 1.
    let line: Int
    /// What is wrong, and what to do instead where that is not plain.
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
