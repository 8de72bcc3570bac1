// A change that needs another system: a transaction records the intent, the system is called while none is open, and a second transaction
// records the outcome. A process may end between any two of them. A repeat of the request finds its intent and goes on with it.
import { Refusal } from '#kernel/refusal.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { RunTransaction, Tx } from '../database/database.ts'
import type { FinalAnswer, RepeatableRequest } from '../idempotency/settle.ts'

/** The end of the first transaction of an attempt: the recorded intent, or the last answer where there is nothing to call for. */
export type AttemptStart<Intent, Body> = { readonly intent: Intent } | FinalAnswer<Body>

/** An intent, and whether an earlier run of the request has recorded it: the other system may know it already. */
export interface RecordedIntent<Intent> {
  readonly intent: Intent
  readonly isResumed: boolean
}

/** The second half of an attempt. */
export interface AttemptEnd<Intent, Outcome, Result> {
  /** Calls the other system. Its failure is an outcome, never an error: an error leaves the intent to a repeat, or to the job that polls. */
  readonly call: (recorded: RecordedIntent<Intent>) => Promise<Outcome>
  /** Records the outcome. It is called in a transaction, and again where the database refused that one. */
  readonly record: (tx: Tx, recorded: { readonly intent: Intent; readonly outcome: Outcome }) => Promise<Result>
}

/** The steps of an attempt, in their order. `Subject` is what it is about. */
export interface AttemptSteps<Subject, Intent, Outcome, Body> extends AttemptEnd<Intent, Outcome, FinalAnswer<Body>> {
  /** Locks the subject, so that attempts about it take turns. Refuses one that does not exist. */
  readonly lock: (tx: Tx) => Promise<Subject>
  /** Reads what an earlier run of the same request has begun: its intent while the outcome is not certain, later its answer. */
  readonly repeat?: (tx: Tx, subject: Subject) => Promise<AttemptStart<Intent, Body> | undefined>
  /** Decides, and records the intent. Refuses what must not happen. */
  readonly begin: (tx: Tx, subject: Subject) => Promise<AttemptStart<Intent, Body>>
}

/**
 * Performs the steps of an attempt for a request and resolves to its answer. The answer is settled in the transaction that knows it; a refusal
 * that `begin`, `repeat` or `record` returns is settled as well, and then thrown. One that they throw undoes their transaction.
 */
export async function attempt<Subject, Intent, Outcome, Body>(
  { transaction, settle }: Omit<RepeatableRequest, 'idempotencyKey'>,
  steps: AttemptSteps<Subject, Intent, Outcome, Body>,
): Promise<Body> {
  const { beginning, isResumed } = await transaction(async (tx) => {
    const subject = await steps.lock(tx)
    const earlier = await steps.repeat?.(tx, subject)
    const found = earlier ?? (await steps.begin(tx, subject))
    if (!('intent' in found)) await settle(tx, found)
    return { beginning: found, isResumed: earlier !== undefined }
  })
  if (!('intent' in beginning)) return bodyOf(beginning)
  const answer = await endAttempt(transaction, {
    ...beginning,
    isResumed,
    call: steps.call,
    record: async (tx, recorded) => {
      const final = await steps.record(tx, recorded)
      await settle(tx, final)
      return final
    },
  })
  failpoint('after-record-before-answer')
  return bodyOf(answer)
}

/** Performs the second half of an attempt whose intent an earlier transaction has recorded, as a job does. */
export async function endAttempt<Intent, Outcome, Result>(
  transaction: RunTransaction,
  { intent, isResumed, call, record }: RecordedIntent<Intent> & AttemptEnd<Intent, Outcome, Result>,
): Promise<Result> {
  failpoint('before-call')
  const outcome = await call({ intent, isResumed })
  failpoint('after-call-before-record')
  return transaction((tx) => record(tx, { intent, outcome }))
}

function bodyOf<Body>(answer: FinalAnswer<Body>): Body {
  if (answer instanceof Refusal) throw answer
  return answer.body
}
