/** The kinds of jobs that send letters. */
export const MAILING = [
  'letters:send',
  'passwords:mail-reset',
  'invitations:mail',
  'notifications:send-receipt',
  'notifications:write-to-owners',
] as const

/** Entries of a page at most, and where nothing is said. */
export const PAGE_MAXIMUM = 100
export const PAGE_USUAL = 50

/** Failing endpoints that are named; whoever has more has one trouble and not many. */
export const FAILING_MAXIMUM = 50

/** An endpoint of a merchant that does not take what it is sent. Times are UTC. */
export interface FailingEndpoint {
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  readonly organizationSlug: string
  readonly url: string
  readonly isEnabled: boolean
  /** Failures in a row. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly lastFailedAt: Date | null
}

/** How much waits, since when, and what was given up. Times are UTC. */
export interface Backlog {
  readonly waitingJobs: number
  /** Those that should have run by now. */
  readonly dueJobs: number
  readonly oldestDueAt: Date | null
  readonly deadJobs: number
  readonly waitingFacts: number
  readonly oldestFactAt: Date | null
  readonly waitingLetters: number
  readonly deadLetters: number
  /** Of the letter that failed last. */
  readonly lastMailError: string | null
}

/** How the platform is doing. */
export interface Health {
  readonly backlog: Backlog
  readonly failing: readonly FailingEndpoint[]
}

/** A job that waits, runs or was given up. Times are UTC. */
export interface QueuedJob {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly runAt: Date
  readonly lastError: string | null
  readonly deadAt: Date | null
  readonly createdAt: Date
}

/** A fact as it is kept. Times are UTC. */
export interface KeptFact {
  readonly id: string
  readonly name: string
  readonly audience: 'merchant' | 'operator' | 'internal'
  readonly organizationId: string | null
  readonly resourceId: string
  readonly payload: unknown
  readonly happenedAt: Date
  readonly relayedAt: Date | null
}
