import type { z } from 'zod'
import type { Platform } from '../platform.ts'

/** The limits of a kind of job. */
export interface JobLimits {
  /** Attempts in all before it is dead; 12 by default. */
  readonly attempts?: number
  /** Seconds after which another worker may take over a run; 60 by default. */
  readonly leaseSeconds?: number
  /** Concurrent runs in one process; 40 by default. Fewer if runs wait for a server of a third party, which may hang. */
  readonly slots?: number
  /** Whether a job that is put aside keeps its key, so that its cause does not enqueue it again before the next day; recurring ones do. */
  readonly keepsKey?: boolean
}

/** The result of a run: nothing if it is done, or when to run again without counting a failure. */
// biome-ignore lint/suspicious/noConfusingVoidType: most runs return nothing
export type JobOutcome = void | { readonly againAt: Date } | { readonly againInSeconds: number }

/** The part of a kind of job that enqueuing needs. Declared apart from its handler if the handler itself enqueues jobs of the kind. */
export interface JobSpecKind<P = unknown> {
  /** Module and imperative: `webhooks:deliver`. */
  readonly kind: string
  /** Its name in an earlier version: jobs that this version or a running instance of it has enqueued are run as well. */
  readonly formerKind?: string
  readonly payload: z.ZodType<P>
}

/** A kind of job with its handler, private to one module. It may run more than once per job. */
export interface JobKind<P = unknown> extends JobSpecKind<P>, JobLimits {
  /** Runs outside any transaction; opens its own by `platform.database.transaction`. If it throws, it is retried later. */
  readonly run: (payload: P, platform: Platform, run: JobRun) => Promise<JobOutcome>
  /** Runs every so many seconds, once over all instances; its payload is `{}`. */
  readonly everySeconds?: number
}

/** The present run. */
export interface JobRun {
  readonly id: string
  /** 1 for the first. */
  readonly attempt: number
  readonly isLastAttempt: boolean
  /** Whether the last run did not come to an end: a long run should then end early, because only its end clears the suspicion. */
  readonly wasInterrupted: boolean
  readonly now: Date
}

/** Declares a kind of job. */
export function job<P>(kind: JobKind<P>): JobKind<P> {
  return kind
}
