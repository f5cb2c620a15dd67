/// The result of running the code under test with a disturbance at every step.
public struct StepReport: Sendable, Hashable, CustomStringConvertible {
    /// How many operations on files the code makes when nothing disturbs it.
    public internal(set) var stepCount = 0
    /// How many disturbed runs there were: one for each step, and for a lock a second one where the code
    /// went on after a refusal; for a service extension so many for each of its disturbances.
    public internal(set) var runCount = 0
    /// The steps at which something was wrong; 0 for before the first.
    public internal(set) var failedSteps: [Int] = []
    /// How many of the operations came after the body had returned.
    ///
    /// They are those of a queue, a thread or a task that it had started, which each run waits for.
    public internal(set) var lateOperationCount = 0
    /// What the undisturbed run showed of such work.
    var work = BackgroundWork()
    /// What is no failure and yet worth a look, such as a file that was set aside and not found again.
    public internal(set) var notes: [String] = []
    /// How long it all took, in real time.
    public internal(set) var elapsed: Duration = .zero
    /// The step whose runs took longest; nil without any.
    public internal(set) var slowestStep: Int?
    /// How long those took, in real time.
    public internal(set) var slowestTime: Duration = .zero

    mutating func learn(_ work: BackgroundWork) {
        self.work = work
        notes += work.notes
    }

    mutating func took(_ time: Duration, at step: Int) {
        guard slowestStep == nil || time > slowestTime else { return }
        (slowestStep, slowestTime) = (step, time)
    }

    /// The whole report, a sentence a line.
    public var description: String {
        var lines = [
            "\(stepCount) \(stepCount == 1 ? "step" : "steps"), \(runCount) disturbed "
                + "\(runCount == 1 ? "run" : "runs") in \(elapsed.inSeconds)"
                + (slowestStep.map { ", the longest \(slowestTime.inSeconds) at step \($0)" } ?? "")
        ]
        if !failedSteps.isEmpty {
            lines.append(
                "failed at step \(failedSteps.map(String.init).joined(separator: ", "))"
            )
        }
        if lateOperationCount > 0 { lines.append(lateSentence) }
        return (lines + notes).joined(separator: "\n")
    }

    /// That runs wait, and why.
    var lateSentence: String {
        "\(lateOperationCount) of \(stepCount) \(stepCount == 1 ? "operation" : "operations") came after the body had returned: each run "
            + (work.isUntracked
                ? "waits until the device has been quiet for \(WorkWatch.quiet.inSeconds)"
                : "waits for them")
    }
}

extension Duration {
    /// Such as `1.25 s`.
    var inSeconds: String {
        let milliseconds = Int64(self / .milliseconds(1))
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        let digits = fraction.reversed().drop { $0 == "0" }.reversed()
        return "\(milliseconds / 1_000)" + (digits.isEmpty ? "" : "." + String(digits)) + " s"
    }
}
