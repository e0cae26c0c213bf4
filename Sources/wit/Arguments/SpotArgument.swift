import ArgumentParser
import WhatIsThat

/// `X,Y` on a picture: fractions as `0.4,0.25`, percents as `40%,25%`, or pixels as `340px,120px`.
struct SpotArgument: Sendable, Equatable {
    let spot: Spot

    /// - Throws: `ValidationError` naming the text where it is no spot.
    init(parsing text: String) throws {
        guard text.count(where: { $0 == "," }) == 1, let spot = Spot(text.replacing(",", with: " "))
        else {
            throw ValidationError(
                "“\(text)” is not X,Y in fractions, percentages or pixels, such as 0.4,0.25 or"
                    + " 40%,25% or 340px,120px.")
        }
        self.spot = spot
    }
}
