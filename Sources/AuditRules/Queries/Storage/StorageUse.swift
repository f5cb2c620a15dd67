package import AuditFacts
package import ProtectionModel

/// A place in code that writes, creates or opens something stored, or sets its class.
package struct StorageUse: Sendable {
    /// What is done.
    package enum Operation: String, Sendable, Hashable {
        /// Bytes are written into a file.
        case write
        /// A folder is made.
        case makeFolder
        /// Attributes of what is there are set.
        case setAttributes
        /// A database of the SQLite family is opened.
        case openDatabase
        /// A Core Data store is opened or described.
        case openCoreData
        /// A Realm is opened.
        case openRealm
        /// Something else is handed a class.
        case other
    }

    /// What is done.
    package let operation: Operation
    /// The function it stands in.
    package let scope: CodeScope
    /// Where its name stands, to the end of its arguments.
    package let span: SourceSpan
    /// The statement, as an index into the scope's steps.
    package let step: Int
    /// The call; `nil` for an assignment.
    package let call: Syntax.Call?
    /// The path or URL; `nil` where none is given.
    package let target: Syntax.Expression?
    /// What is written; `nil` where that is not one value.
    package let content: Syntax.Expression?
    /// The classes it names itself.
    package let classes: [SetClass]
    /// Whether nothing is written: the file is there to be seen, not read.
    package let isMarker: Bool

    /// The path of the source.
    package var path: String { scope.file.path }
}

extension StorageUse {
    /// The weakest class it names itself; `nil` when it names none.
    package var weakestClass: ProtectionClass? {
        classes.map(\.protectionClass).min { $0.strength < $1.strength }
    }
}
