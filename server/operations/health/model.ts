import { z } from 'zod'
import type { Block, Organization } from '#identity/organizations/model.ts'
import { integer, json, oneOf, text, time, uuid } from '#platform/resource/columns.ts'

/** The kinds of jobs that send emails. */
export const EMAIL_JOB_KINDS = ['mail:send', 'passwords:mail-reset', 'invitations:mail', 'notifications:send'] as const

const SHORT_TEXT_MAXIMUM = 255
/** A name or a part of one in a query. */
export const shortText = z.string().max(SHORT_TEXT_MAXIMUM)

/** An organization with its number of members and its block. */
export type CountedOrganization = Organization & { readonly memberCount: number; readonly block: Block | null }

/** Failing endpoints that are listed; more than that have a common cause. */
export const FAILING_MAXIMUM = 50

/** An endpoint whose deliveries fail: of a merchant, or of the operator, which has no organization. Times are UTC. */
export interface FailingEndpoint {
  readonly id: string
  readonly organizationId: string | null
  readonly organizationName: string | null
  readonly organizationSlug: string | null
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

/** The database behind the platform. */
export interface DatabaseState {
  /** The version of PostgreSQL: `17.2`. */
  readonly databaseVersion: string
  /** The last migration that was applied. */
  readonly schema: string
  /** Its size on disk. */
  readonly databaseBytes: number
}

/** The health of the platform. */
export interface Health {
  readonly database: DatabaseState
  readonly backlog: Backlog
  readonly failing: readonly FailingEndpoint[]
}

/** The columns of a job that administrators see. */
export const jobColumns = {
  id: uuid(),
  kind: text(),
  attempts: integer(),
  runAt: time(),
  lastError: text().nullable(),
  deadAt: time().nullable().meta({ description: 'When its last attempt failed; null while attempts are left.' }),
  createdAt: time(),
} as const

/** The columns of a domain event; a sealed payload is not shown. */
export const eventColumns = {
  id: uuid(),
  name: text(),
  audience: oneOf(z.enum(['merchant', 'operator', 'internal'])),
  organizationId: uuid().nullable(),
  resourceId: uuid(),
  payload: json(z.unknown().meta({ description: 'Null where it is sealed.' }), (payload: unknown) => (isSealed(payload) ? null : payload)),
  happenedAt: time(),
  relayedAt: time().nullable().meta({ description: 'Null until it was relayed to its listeners.' }),
} as const

function isSealed(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'sealed'
}
