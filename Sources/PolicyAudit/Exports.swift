// Policies, findings, rules and kinds of reports are part of this product's interface.
@_exported public import AuditFacts
@_exported public import AuditPolicy
@_exported public import AuditReports
@_exported public import AuditRules
