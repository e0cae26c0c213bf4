import MIMEMessage
import OutputText

extension ShareMessage {
    /// Builds what a message is made of.
    ///
    /// - Throws: `header-injection`, `message-unbuildable`: what MIMEMessage says of a message, as the
    ///   error of a share; its other errors as they are.
    static func building<T>(_ build: () throws -> T) throws(WitError) -> T {
        do {
            return try build()
        } catch let error as WitError {
            guard error.isMessageError else { throw error }
            throw WitError(
                error.code == .lineBreak ? .headerInjection : .messageUnbuildable,
                at: error.item, error.message)
        } catch {
            throw WitError(
                .messageUnbuildable,
                "The message can't be built: \(ErrorWords.sentence(of: error)).")
        }
    }
}
