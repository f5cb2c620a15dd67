// swift-format-ignore-file
// protectctl:allow store.class-none -- a marker
let a = 1