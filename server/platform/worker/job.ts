import type { z } from 'zod'
import type { Platform } from '../platform.ts'

/** How often a job is tried, how long one run may take and how many may go on at the same time. */
export interface JobLimits {
  /** Attempts in all before it is dead; 12 unless told. */
  readonly attempts?: number
  /** Seconds a run may take before another worker may take it over; 60 unless told. */
  readonly leaseSeconds?: number
  /** Runs at the same time in one process; 40 unless told. Fewer where runs wait for somebody else's server, which may hang. */
  readonly slots?: number
}

/** What a run of a job may say of its future: nothing (done), or when to run again without counting it as a failure. */
// biome-ignore lint/suspicious/noConfusingVoidType: a run that says nothing is the ordinary case
export type JobOutcome = void | { readonly againAt: Date }

/** As much of a kind of job as whoever orders it needs. Declared apart from its handler where the handler's own work orders jobs. */
export interface JobSpecKind<P = unknown> {
  /** Room and imperative: `webhooks:deliver`. */
  readonly kind: string
  readonly payload: z.ZodType<P>
}

/** An order to do something, private to one room: one kind, one handler. It may run more than once for one order. */
export interface JobKind<P = unknown> extends JobSpecKind<P>, JobLimits {
  /** Runs outside any transaction; opens its own by `platform.database.transaction`. Throwing means: try again later. */
  readonly run: (payload: P, platform: Platform, about: JobRun) => Promise<JobOutcome>
  /** Runs by itself every so many seconds, once over all instances; its payload is then `{}`. */
  readonly everySeconds?: number
}

/** What is known of the present run. */
export interface JobRun {
  readonly id: string
  /** 1 for the first. */
  readonly attempt: number
  readonly isLastAttempt: boolean
  readonly now: Date
}

/** Declares a kind of job. */
export function job<P>(kind: JobKind<P>): JobKind<P> {
  return kind
}
