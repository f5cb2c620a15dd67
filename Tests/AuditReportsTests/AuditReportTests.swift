import AuditFacts
import AuditReports
import Testing

struct AuditReportTests {
    @Test("Levels are ordered by weight")
    func levels() {
        #expect(FindingLevel.note < .warning)
        #expect(FindingLevel.warning < .error)
    }
}
