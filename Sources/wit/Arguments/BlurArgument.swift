import ArgumentParser

/// What can be made unrecognisable in pictures that leave.
enum BlurArgument: String, ExpressibleByArgument, CaseIterable {
    /// Those whose regions are marked.
    case people
}
