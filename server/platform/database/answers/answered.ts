import { AnswerNeeded } from '#kernel/changes/answer-needed.ts'
import type { OpenDatabase } from '../database.ts'

/** The rounds of answers of one call: what is decided with an answer may need another one. */
const ROUNDS = 5
/** Answers that are looked for at the same time. */
const AT_ONCE = 8

/** Runs `run`; where it needs answers, finds them and runs it again. Never call it inside a transaction. */
export async function withAnswers<T>(run: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof AnswerNeeded) || round === ROUNDS) throw error
      const { finders } = error
      for (let at = 0; at < finders.length; at += AT_ONCE) await Promise.all(finders.slice(at, at + AT_ONCE).map((find) => find()))
    }
  }
}

/** The database whose transactions run again with the answers that they need. */
export function answered(database: OpenDatabase): OpenDatabase {
  return { ...database, transaction: (run) => withAnswers(() => database.transaction(run)) }
}
