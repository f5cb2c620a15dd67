/// A function with the file that declares it.
package struct DeclaredFunction: Sendable {
    /// The file's path.
    package let file: String
    /// The function.
    package let function: Function
}
