/**
 * Thrown inside a transaction by a decision that needs an answer from outside, which no transaction may wait for: the transaction is rolled
 * back, `find` brings the answers outside of it, and the transaction runs again (decision 75). `Context` is what finding one takes.
 */
export class AnswerNeeded<Context = never> extends Error {
  override readonly name = 'AnswerNeeded'
  /** Brings every answer; each settles within its time limit and never rejects. */
  readonly finders: readonly ((context: Context) => Promise<void>)[]

  constructor(finders: readonly ((context: Context) => Promise<void>)[]) {
    super('An answer from outside is needed.')
    this.finders = finders
  }
}

/** One error for all answers that a batch needs, so that the batch runs again once. */
export function needAll<Context>(errors: readonly AnswerNeeded<Context>[]): AnswerNeeded<Context> {
  return new AnswerNeeded(errors.flatMap(({ finders }) => finders))
}
