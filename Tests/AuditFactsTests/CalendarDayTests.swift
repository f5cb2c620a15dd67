import AuditFacts
import Foundation
import Testing

struct CalendarDayTests {
    @Test("Days that exist", arguments: ["2027-01-31", "2028-02-29", "2000-02-29", "0001-12-31"])
    func real(text: String) {
        #expect(CalendarDay(text)?.description == text)
    }

    @Test(
        "Texts that are not a day",
        arguments: [
            "", "2027-1-31", "2027-02-29", "1900-02-29", "2027-04-31", "2027-13-01", "2027-00-10",
            "2027-01-00", "0000-01-01", "2027-01-32", "2027-01-31 ", " 2027-01-31", "2027/01/31",
            "+027-01-31", "20270131", "２０２７-01-31", "2027-01-31T00:00:00Z",
            "2027-01-3\u{301}1",
        ]
    )
    func unreal(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("Days are ordered by time")
    func order() throws {
        let days = try ["2026-12-31", "2027-01-01", "2027-01-02", "2027-10-01"].map {
            try #require(CalendarDay($0))
        }
        #expect(days.reversed().sorted() == days)
    }

    @Test(
        "the day of a moment is that of UTC",
        arguments: [
            (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"), (1_795_305_600, "2026-11-22"),
            (1e18, "9999-12-31"), (-1e18, "0001-01-01"),
        ]
    )
    func moment(seconds: Double, day: String) {
        #expect(CalendarDay(Date(timeIntervalSince1970: seconds)).description == day)
    }
}
