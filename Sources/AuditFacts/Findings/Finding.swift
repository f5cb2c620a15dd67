/// A finding of the audit: what a rule saw, weighed by policy, suppressions and baseline.
public struct Finding: Sendable, Hashable {
    /// The rule's id.
    public let rule: String
    /// How much it weighs.
    public let level: FindingLevel
    /// How sure it is.
    public let confidence: Confidence
    /// What is wrong, in lower case without a full stop.
    public let message: String
    /// How to mend it, as a sentence.
    public let hint: String
    /// The path relative to the audited root, or on the device.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// The last line of the statement, not before ``line``.
    public let endLine: Int
    /// The statement's lines as they stand in the file, at most four; empty for a device's file.
    public let excerpt: [String]
    /// 64 hexadecimal digits that stay the same while the statement does, wherever it moves in the
    /// file.
    public let fingerprint: String
    /// The policy's kind of data that is stored or reached otherwise than the policy has it; `nil`
    /// when it is about none.
    public let kind: String?
    /// The places a value passes, from where it comes from to where it is exposed, the finding's own
    /// among them; empty when nothing but that one is known.
    public let way: [RelatedPlace]
    /// Other places it rests on.
    public let related: [RelatedPlace]
    /// Who accepted it and why; `nil` for one that counts.
    public let suppression: Suppression?
    /// Whether it is in the baseline.
    public let isBaselined: Bool

    package init(
        rule: String,
        level: FindingLevel,
        confidence: Confidence,
        message: String,
        hint: String,
        path: String,
        line: Int,
        column: Int,
        endLine: Int,
        excerpt: [String],
        fingerprint: String,
        kind: String? = nil,
        way: [RelatedPlace],
        related: [RelatedPlace],
        suppression: Suppression?,
        isBaselined: Bool
    ) {
        self.rule = rule
        self.level = level
        self.confidence = confidence
        self.message = message
        self.hint = hint
        self.path = path
        self.line = line
        self.column = column
        self.endLine = endLine
        self.excerpt = excerpt
        self.fingerprint = fingerprint
        self.kind = kind
        self.way = way
        self.related = related
        self.suppression = suppression
        self.isBaselined = isBaselined
    }

    /// Whether it counts: neither suppressed nor in the baseline.
    public var counts: Bool { suppression == nil && !isBaselined }
}

extension Finding {
    /// How sure a finding is.
    public enum Confidence: String, Sendable, Hashable, CaseIterable {
        /// Rests on names alone.
        case low
        /// Rests on what code says, with a part that could not be resolved.
        case medium
        /// Everything it rests on was resolved.
        case high
    }
}

/// Another place that a finding rests on, or a step of its way.
public struct RelatedPlace: Sendable, Hashable {
    /// What there is to see, in lower case without a full stop.
    public let message: String
    /// The path relative to the audited root.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    package let column: Int

    /// The place at `line` of `path`.
    package init(_ message: String, path: String, line: Int, column: Int = 1) {
        self.message = message
        self.path = path
        self.line = line
        self.column = column
    }
}

/// The acceptance of a finding.
public struct Suppression: Sendable, Hashable {
    /// Why it is accepted.
    public let reason: String
    /// The last day it holds, `YYYY-MM-DD`; `nil` for no end.
    public let until: String?
    /// Who or what accepted it: an owner, `comment`, or the policy's name.
    public let by: String

    package init(reason: String, until: String?, by: String) {
        self.reason = reason
        self.until = until
        self.by = by
    }
}
