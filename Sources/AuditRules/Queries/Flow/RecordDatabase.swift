import AuditFacts

/// Which of an app's databases records of CloudKit are saved into.
enum RecordDatabase {
    /// The files of `sinks` that save into the public database.
    static func publicFiles(of sinks: [ValueSink], _ code: CodeIndex) -> Set<String> {
        Set(sinks.map(\.end.scope.file.path)).filter { path in
            code.scopes(in: path).flatMap(\.expressions).contains { value in
                value.mentions("publicCloudDatabase")
                    || value.mentions("CKContainer") && value.mentions("public")
            }
        }
    }
}
