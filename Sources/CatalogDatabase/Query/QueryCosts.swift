/// What the steps of a search cost, and so how far it is worth to read an index.
struct QueryCosts {
    /// Up to so many numbers are looked up one by one and sorted.
    var few: Int
    /// So many places are read before the index of words is asked.
    var fewPlaces: Int
    /// The cost of a step through the index of dates, a place read being 1.
    var step: Double
    /// The cost of looking at a photo's row.
    var look: Double

    /// As measured on a million photos: a place takes some 0.3 µs.
    static let measured = QueryCosts(few: 5_000, fewPlaces: 1_000, step: 0.2, look: 5)

    /// How many places may be read to narrow down what the words have found.
    ///
    /// Without them the dates are walked and each photo found is looked at, until the page is
    /// full. The fewer places there are, the longer that takes: if words and places have nothing
    /// to do with each other, the page's share of the photos that are both. The bound is where
    /// reading the places costs as much as the walk would with so many of them; what has been
    /// read in vain then is no more than that.
    ///
    /// - Parameters:
    ///   - found: how many photos the words have found.
    ///   - photos: how many photos there are.
    ///   - page: how many photos are wanted, those skipped included; nil for all.
    func placesWorth(found: Int, photos: Int, page: Double?) -> Int {
        guard found > few else { return 0 }
        let whole = step * Double(photos) + look * Double(found)
        guard let page else { return bounded(whole) }
        let share = page * Double(photos) / Double(max(found, 1))
        return bounded(min(whole, (whole * share).squareRoot()))
    }

    /// How many photos are looked at in a walk through the dates, in the hope that a circle of
    /// many photos soon fills the page, before all its places are read after all: a quarter of
    /// what reading the places of all photos would cost.
    func looksBeforePlaces(photos: Int) -> Int {
        bounded(Double(photos) / (4 * max(look, 0.25)))
    }

    private func bounded(_ number: Double) -> Int { Int(min(max(number, 0), 1e9)) }
}
