/** The kinds of jobs that send emails. */
export const EMAIL_JOB_KINDS = ['mail:send', 'passwords:mail-reset', 'invitations:mail', 'notifications:send'] as const

/** The maximum and default number of entries of a page. */
export const PAGE_MAXIMUM = 100
export const PAGE_DEFAULT = 50

/** Failing endpoints that are listed; more than that have a common cause. */
export const FAILING_MAXIMUM = 50

/** A merchant's endpoint whose deliveries fail. Times are UTC. */
export interface FailingEndpoint {
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  readonly organizationSlug: string
  readonly url: string
  readonly isEnabled: boolean
  /** Consecutive failures. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly lastFailedAt: Date | null
}

/** Waiting and dead jobs, events and emails. Times are UTC. */
export interface Backlog {
  readonly waitingJobs: number
  /** Jobs that should have run by now. */
  readonly dueJobs: number
  readonly oldestDueAt: Date | null
  readonly deadJobs: number
  readonly waitingEvents: number
  readonly oldestEventAt: Date | null
  readonly waitingEmails: number
  readonly deadEmails: number
  /** The error of the email that failed last. */
  readonly lastMailError: string | null
}

/** The health of the platform. */
export interface Health {
  readonly backlog: Backlog
  readonly failing: readonly FailingEndpoint[]
}

/** A job that is waiting, running or dead. Times are UTC. */
export interface QueuedJob {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly runAt: Date
  readonly lastError: string | null
  readonly deadAt: Date | null
  readonly createdAt: Date
}

/** A stored domain event. Times are UTC. */
export interface StoredEvent {
  readonly id: string
  readonly name: string
  readonly audience: 'merchant' | 'operator' | 'internal'
  readonly organizationId: string | null
  readonly resourceId: string
  readonly payload: unknown
  readonly happenedAt: Date
  readonly relayedAt: Date | null
}
