/// Small pictures, drawn once at the top of the page and used by name.
enum HTMLIcon: String, CaseIterable {
    case error, warning, note, yes, no, partly, gap

    /// The picture, always with words beside it for those who do not see it.
    var html: String {
        ##"<svg class="icon" aria-hidden="true"><use href="#i-\##(rawValue)"/></svg>"##
    }

    /// All pictures, to be put into the page once.
    static var sprite: String {
        let symbols = allCases.map {
            #"<symbol id="i-\#($0.rawValue)" viewBox="0 0 16 16">\#($0.shape)</symbol>"#
        }
        return #"<svg class="sprite" aria-hidden="true">"# + symbols.joined()
            + "</svg>"
    }

    private var shape: String {
        switch self {
        case .error:
            """
            <path fill="currentColor" d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/>\
            <path class="inner" d="M5.5 5.5l5 5m0-5l-5 5"/>
            """
        case .warning:
            """
            <path fill="currentColor" d="M8 1.2 15.4 14.4H.6z"/>\
            <path class="inner" d="M8 6v4m0 1.9v.2"/>
            """
        case .note:
            """
            <circle fill="currentColor" cx="8" cy="8" r="7"/>\
            <path class="inner" d="M8 7.4v4M8 4.6v.2"/>
            """
        case .yes: #"<path class="line" d="M3 8.6l3.3 3.2L13 4.6"/>"#
        case .no: #"<path class="line" d="M4 8h8"/>"#
        case .partly:
            """
            <circle class="line" cx="8" cy="8" r="5.2"/>\
            <path fill="currentColor" d="M8 2.8a5.2 5.2 0 0 0 0 10.4z"/>
            """
        case .gap: #"<path class="line" d="M4 4l8 8m0-8l-8 8"/>"#
        }
    }
}
