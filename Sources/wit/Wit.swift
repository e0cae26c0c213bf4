import ArgumentParser
@main struct Wit: ParsableCommand {}
