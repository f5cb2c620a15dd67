// Findings, levels, shipped policies, rules and kinds of reports are part of this product's
// interface, so that one import is enough.
@_exported public import AuditFacts
@_exported public import AuditPolicy
@_exported public import AuditReports
@_exported public import AuditRules
@_exported public import ProtectionModel
