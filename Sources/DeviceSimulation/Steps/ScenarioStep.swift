package import Documents

/// One step of a scenario: what is done, and what the outcome must be.
package struct ScenarioStep: Sendable {
    /// On which of several devices, by its name; nil where there is one.
    package let device: String?
    /// What is done.
    let operation: StepOperation
    /// The name of the operation as it stands in the text.
    package let name: String
    /// What is compared; without ``FactKey/error`` the step must succeed.
    package let expected: StepFacts
    /// Where the name of the operation stands.
    package let location: DocumentPlace

    /// A step with these parts.
    init(
        _ operation: StepOperation,
        on device: String?,
        name: String,
        expected: StepFacts,
        location: DocumentPlace
    ) {
        self.operation = operation
        self.device = device
        self.name = name
        self.expected = expected
        self.location = location
    }
}
