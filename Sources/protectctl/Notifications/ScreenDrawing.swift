import DeviceIdentifiers
import Documents
import ProtectedNotifications
import ProtectionModel

/// A screen as lines of a terminal.
///
/// ```
/// com.example.mail                                         5m
///   Ann
///   The code is 2580
///
/// com.example.chat                                        now
///   2 messages                                       (hidden)
/// ```
struct ScreenDrawing {
    /// How wide it is where there is room.
    static let width = 60
    private static let mark = "(hidden)"
    private static let indent = "  "

    private let console: Console
    private let columns: Int
    private let now: Timestamp

    init(_ console: Console, columns: Int, now: Timestamp) {
        self.console = console
        self.columns = max(20, min(columns, Self.width))
        self.now = now
    }

    func lines(of screen: NotificationScreen) -> [String] {
        screen.entries.enumerated().flatMap { index, entry in
            (index == 0 ? [] : [""]) + lines(of: entry)
        }
    }

    private func lines(of entry: NotificationScreen.Entry) -> [String] {
        var lines = [
            spread(entry.application.description, Self.age(of: entry.date, now), .bold)
        ]
        if let title = entry.title { lines += wrapped(title).map { console.paint($0, .bold) } }
        if let subtitle = entry.subtitle { lines += wrapped(subtitle) }
        if entry.isHidden {
            let body = wrapped(entry.body, room: columns - Self.mark.count - 2)
            lines += body.dropLast().map { console.paint($0, .dim) }
            lines.append(spread(body.last ?? "", Self.mark, .dim))
        } else if !entry.body.isEmpty {
            lines += wrapped(entry.body)
        }
        lines += entry.attachments.map {
            Self.indent + console.paint("[\($0.path)]".printable, .dim)
        }
        return lines
    }

    /// A text at the left edge, and one at the right.
    private func spread(_ left: String, _ right: String, _ style: Console.Style) -> String {
        let taken = DisplayWidth.columns(of: left) + DisplayWidth.columns(of: right)
        let space = String(repeating: " ", count: max(2, columns - taken))
        return console.paint(left, style) + space + console.paint(right, .dim)
    }

    /// Lines that fit, broken between words where there are any; what could move the cursor is escaped.
    private func wrapped(_ text: String, room: Int? = nil) -> [String] {
        let room = (room ?? columns) - Self.indent.count
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
            paragraph -> [String] in
            var lines: [String] = []
            var line = ""
            for word in String(paragraph).printable.split(separator: " ") {
                let pieces = DisplayWidth.pieces(of: String(word), room)
                let longer = line.isEmpty ? String(word) : "\(line) \(word)"
                if pieces.count == 1, DisplayWidth.columns(of: longer) <= room {
                    line = longer
                } else {
                    if !line.isEmpty { lines.append(line) }
                    lines += pieces.dropLast()
                    line = pieces.last ?? ""
                }
            }
            return (lines + [line]).map { Self.indent + $0 }
        }
    }

    /// How long ago, in the largest whole unit.
    private static func age(of date: Timestamp, _ now: Timestamp) -> String {
        let seconds = now.seconds - date.seconds
        return switch seconds {
        case ..<60: "now"
        case ..<3_600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3_600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
