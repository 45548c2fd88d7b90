/// What to do with the decoder or encoder that a foreign coder passes to a type, in a task-local value, because the coder
/// takes only the type.
///
/// It is never sent anywhere: it is reset before user code runs, which might start a task.
struct CoderVisit<Coder, Result>: @unchecked Sendable {
  let visit: (Coder) throws -> Result
}
