/// The page's style and script, which are resources, with what the page's own policy knows them by.
package enum HTMLAssets {
    /// `report.css`.
    package static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    /// `report.js`.
    package static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

    // Base64 of SHA-256 (Content Security Policy Level 3, section 2.3.1); a test computes them.
    /// What admits the style.
    package static let styleHash = "sha256-6keOoXgKNDEMjAffT5rWVaz81TTkC6WDy5b/62jY2B0="
    /// What admits the script.
    package static let scriptHash = "sha256-kzD8rs8uCQAXr2OiPC5Ub1LC0tlsvLhZpqEyPmGW29Q="
}
