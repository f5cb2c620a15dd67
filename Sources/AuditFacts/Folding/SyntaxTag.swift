/// The numbers of expressions, statements, conditions and parts of strings in the compact form.
enum SyntaxTag: UInt8 {
    case text, number, boolean, null, name, member, call, element, list, dictionary, operation
    case unwrapped, cast, closure, other
    case expression, variable, assignment, branch, loop, attempt, leave, function
    case holds, binds, matches
    case fixed, interpolated
}

/// Bytes that break the compact form.
package struct DamagedSyntax: Error {}
