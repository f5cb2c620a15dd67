package import AuditFacts

/// A call with the function it stands in.
package struct CallInScope: Sendable {
    /// The function.
    package let scope: CodeScope
    /// The call's place in it.
    package let site: CallSite

    /// The call.
    package var call: Syntax.Call { site.call }
    /// The path of the file.
    package var path: String { scope.file.path }
    /// The statement it is part of.
    package var statement: Syntax.Statement { scope.steps[site.step].statement }
    /// What must hold for it to run, the outermost first.
    package var guards: [CodeStep.Guarding] { scope.steps[site.step].guards }

    /// The lines from the call's name to the end of its arguments.
    package var span: SourceSpan {
        let last = call.arguments.flatMap { $0.value.parts }.map(\.place.line).max()
        return SourceSpan(site.place, endLine: Int(max(last ?? 0, site.place.line)))
    }

    /// The receiver's last name: `UserDefaults` of `UserDefaults.standard` is `standard`.
    package var receiverName: String? { call.receiver?.lastName }

    /// Every name that the receiver's chain is made of, outermost first:
    /// `UserDefaults`, `standard`.
    package var receiverChain: [String] { call.receiver?.chain ?? [] }
}

/// A call with where it stands.
package struct CallSite: Sendable {
    /// The call.
    package let call: Syntax.Call
    /// Where its name stands.
    package let place: SourcePlace
    /// The statement it is part of, as an index into the scope's steps.
    package let step: Int
}
