import ProtectionModel
import Documents

/// How long there is to wait, as people read it: whole seconds, never too few.
enum WaitText {
    static func format(_ wait: Duration) -> String {
        DurationText.format(.seconds((wait.wholeMilliseconds + 999) / 1_000))
    }
}
