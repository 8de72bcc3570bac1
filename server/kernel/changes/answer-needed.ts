/**
 * Thrown inside a transaction by a decision that needs an answer from outside, which no transaction may wait for: the transaction is rolled
 * back, `find` brings the answers outside of it, and the transaction runs again (decision 75).
 */
export class AnswerNeeded extends Error {
  override readonly name = 'AnswerNeeded'
  /** Brings every answer; each settles within its time limit and never rejects. */
  readonly finders: readonly (() => Promise<void>)[]

  constructor(finders: readonly (() => Promise<void>)[]) {
    super('An answer from outside is needed.')
    this.finders = finders
  }
}

/** One error for all answers that a batch needs, so that the batch runs again once. */
export function needAll(errors: readonly AnswerNeeded[]): AnswerNeeded {
  return new AnswerNeeded(errors.flatMap(({ finders }) => finders))
}
