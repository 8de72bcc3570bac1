import { AnswerNeeded } from '#kernel/changes/answer-needed.ts'
import type { Settings } from '../../config.ts'
import type { OpenDatabase } from '../database.ts'

/** The rounds of answers of one call: what is decided with an answer may need another one. */
const ROUNDS = 5
/** Answers that are looked for at the same time. */
const AT_ONCE = 8

/** Runs `run`; where it needs answers, finds them and runs it again. Never call it inside a transaction. */
export async function withAnswers<T>(settings: Settings, run: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof AnswerNeeded) || round === ROUNDS) throw error
      const finders = (error as AnswerNeeded<Settings>).finders
      for (let at = 0; at < finders.length; at += AT_ONCE) await Promise.all(finders.slice(at, at + AT_ONCE).map((find) => find(settings)))
    }
  }
}

/** The database whose transactions run again with the answers that they need. */
export function answered(database: OpenDatabase, settings: Settings): OpenDatabase {
  return { ...database, transaction: (run) => withAnswers(settings, () => database.transaction(run)) }
}
