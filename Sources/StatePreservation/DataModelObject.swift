/// What an application stores for its own sake, and what therefore never enters saved state.
///
/// Saved state is for what the interface shows, and is thrown away at any time: after a forced quit,
/// after a crash, by an update. An object of the model has storage of its own; state refers to it by
/// an identifier. Let the model's types conform, and ``RestorableNode/encode(_:forKey:as:)`` refuses
/// them, wherever in an encoded value they lie.
///
///     struct Note: Codable, DataModelObject { … }
///     try node.encode(note, forKey: "note")                 // data-model-object
///     try node.encode(note.identifier, forKey: "note")      // right
///
/// An `encode(to:)` that copies a model object's properties one by one hides the object; large
/// state is then still refused (``PreservationLimits/stateByteCount``).
///
/// The rule is Apple's: "Preserving your app's UI across launches" has the state of the interface
/// saved and the data of the application referred to.
public protocol DataModelObject {}
