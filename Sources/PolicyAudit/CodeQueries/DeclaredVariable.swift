/// A variable with the file that declares it.
package struct DeclaredVariable: Sendable {
    /// The file's path.
    package let file: String
    /// The variable.
    package let variable: Variable
}
