// Jobs that query another system about many objects, such as attempts whose outcome is not certain.

import { monotonicMs } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** Objects that a run reads at once; the rest wait for the next run. */
export const POLL_BATCH = 100
/** Queries at a time. */
const CONCURRENCY = 5
/** The time for which a run begins new queries: a system that hangs must not outlast the lease of the job. */
const RUN_MS = 10_000
/** The lease of such a job: after the time for new queries, the last one may wait twice for the longest time that a call may take. */
export const POLL_LEASE_SECONDS = 90

/** The end of a run that begins now, in monotonic milliseconds. */
export const pollEnd = (): number => monotonicMs() + RUN_MS

/** Queries each object, a few at a time, until the end of the run. Resolves to what the queries resolved to. */
export async function pollEach<T, Answer>(
  objects: readonly T[],
  query: (object: T) => Promise<Answer>,
  endMs: number = pollEnd(),
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < objects.length && monotonicMs() < endMs; at += CONCURRENCY)
    answers.push(...(await Promise.all(objects.slice(at, at + CONCURRENCY).map(query))))
  return answers
}

/** The action where a query fails by a fault of ours: the object must not block the others, nor be the first in each run. */
export interface PollIsolation<T> {
  /** The sentence of the log entry. */
  readonly sentence: string
  /** Names the object in the log. */
  readonly subject: (object: T) => Readonly<Record<string, string>>
  /** Notes in a transaction that the object was queried. */
  readonly postpone: (tx: Tx, object: T) => Promise<void>
}

/** The query, so that an error of one object is logged and postpones it. */
export function inIsolation<T>(
  platform: Platform,
  { sentence, subject, postpone }: PollIsolation<T>,
  query: (object: T) => Promise<unknown>,
): (object: T) => Promise<void> {
  return async (object) => {
    try {
      await query(object)
    } catch (error) {
      platform.log.error(sentence, { ...subject(object), error })
      await platform.database.transaction((tx) => postpone(tx, object))
    }
  }
}
