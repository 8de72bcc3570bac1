import { z } from 'zod'
import { memberWithUser, organization } from '#identity/organizations/wire.ts'
import { id, integerText, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { type Health, PAGE_DEFAULT, PAGE_MAXIMUM, type QueuedJob, type StoredEvent } from './model.ts'

const SHORT_TEXT_MAXIMUM = 255
const shortText = z.string().max(SHORT_TEXT_MAXIMUM)
const count = z.int()

/** The health of the platform: the backlog, dead jobs, and failing endpoints. */
export const health = z
  .object({
    queue: z.object({ waiting: count, due: count, oldestDueAt: timestamp.nullable(), dead: count }),
    facts: z.object({ waiting: count, oldestAt: timestamp.nullable() }),
    webhooks: z.object({
      failing: z.array(
        z.object({
          id,
          organizationId: id,
          organizationName: z.string(),
          organizationSlug: z.string(),
          url: z.string(),
          isEnabled: z.boolean(),
          failures: count,
          failingSince: timestamp.nullable(),
          lastFailedAt: timestamp.nullable(),
        }),
      ),
    }),
    mail: z.object({ transport: z.string(), waiting: count, dead: count, lastError: z.string().nullable() }),
  })
  .meta({ id: 'PlatformHealth' })

/** The health as JSON; `transport` describes how emails are sent. */
export function toHealthWire({ backlog, failing }: Health, transport: string): z.output<typeof health> {
  return {
    queue: {
      waiting: backlog.waitingJobs,
      due: backlog.dueJobs,
      oldestDueAt: toTimestamp(backlog.oldestDueAt),
      dead: backlog.deadJobs,
    },
    facts: { waiting: backlog.waitingEvents, oldestAt: toTimestamp(backlog.oldestEventAt) },
    webhooks: {
      failing: failing.map((endpoint) => ({
        ...endpoint,
        failingSince: toTimestamp(endpoint.failingSince),
        lastFailedAt: toTimestamp(endpoint.lastFailedAt),
      })),
    },
    mail: { transport, waiting: backlog.waitingEmails, dead: backlog.deadEmails, lastError: backlog.lastMailError },
  }
}

const limit = integerText(1, PAGE_MAXIMUM).optional().meta({ default: PAGE_DEFAULT })
const before = id.optional().meta({ description: 'The `nextBefore` of the previous page.' })

/** The filter, order and page of a list of organizations. */
export const organizationsQuery = z.object({
  searchValue: shortText.optional().meta({ description: 'Part of a name or slug, case-insensitive.' }),
  sortBy: z.enum(['createdAt', 'name', 'slug']).optional().meta({ default: 'createdAt' }),
  sortDirection: z.enum(['asc', 'desc']).optional().meta({ default: 'asc' }),
  limit,
  offset: integerText(0).optional().meta({ default: 0 }),
})

const counted = organization.extend({ memberCount: count }).meta({ id: 'AdminOrganization' })

/** A page of organizations, and the total. */
export const organizationsAnswer = z.object({ organizations: z.array(counted), total: count }).meta({ id: 'AdminOrganizationPage' })
export const organizationQuery = z.object({ organizationId: id })
/** One organization with its members. */
export const organizationAnswer = counted
  .extend({ members: z.array(memberWithUser), teamCount: count, pendingInvitationCount: count })
  .meta({ id: 'AdminOrganizationDetails' })

/** The filter and page of a list of jobs; dead ones by default. */
export const jobsQuery = z.object({
  state: z.enum(['dead', 'waiting']).optional().meta({ default: 'dead' }),
  kind: shortText.optional(),
  limit,
  before,
})

/** Jobs, newest first, without their payloads. */
export const jobsAnswer = z
  .object({
    jobs: z.array(
      z
        .object({
          id,
          kind: z.string(),
          attempts: count,
          runAt: timestamp,
          lastError: z.string().nullable(),
          deadAt: timestamp.nullable().meta({ description: 'When its last attempt failed; null while attempts are left.' }),
          createdAt: timestamp,
        })
        .meta({ id: 'Job', description: 'A job that has not completed.' }),
    ),
    nextBefore: id.nullable(),
  })
  .meta({ id: 'JobPage' })

/** A page of jobs; `found` has one more than `most` when there is a next page. */
export function toJobsWire(found: readonly QueuedJob[], most: number): z.output<typeof jobsAnswer> {
  const jobs = found.slice(0, most).map((job) => ({
    ...job,
    runAt: toTimestamp(job.runAt),
    deadAt: toTimestamp(job.deadAt),
    createdAt: toTimestamp(job.createdAt),
  }))
  return { jobs, nextBefore: found.length > most ? (jobs.at(-1)?.id ?? null) : null }
}

/** The dead jobs to retry: one, all of a kind, or all. Exactly one field is required. */
export const retryBody = z
  .object({ jobId: id.optional(), kind: shortText.optional(), all: z.literal(true).optional() })
  .superRefine(({ jobId, kind, all }, context) => {
    const named = Object.entries({ jobId, kind, all }).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    const refused = named.length === 0 ? ['jobId'] : named.slice(1)
    for (const field of refused) context.addIssue({ code: 'custom', path: [field], message: 'Give one of jobId, kind and all' })
  })
export const retryAnswer = z.object({ retried: count })

/** The filter and page of a list of events. */
export const eventsQuery = z.object({
  name: shortText.optional(),
  organizationId: id.optional(),
  resourceId: id.optional(),
  state: z.enum(['waiting', 'relayed']).optional(),
  limit,
  before,
})

/** Events, newest first; `payload` is null where it is sealed. */
export const eventsAnswer = z
  .object({
    facts: z.array(
      z
        .object({
          id,
          name: z.string(),
          audience: z.enum(['merchant', 'operator', 'internal']),
          organizationId: id.nullable(),
          resourceId: id,
          payload: z.unknown().meta({ description: 'Null where it is sealed.' }),
          happenedAt: timestamp,
          relayedAt: timestamp.nullable().meta({ description: 'Null until it was relayed to its listeners.' }),
        })
        .meta({ id: 'DomainEvent', description: 'A domain event.' }),
    ),
    nextBefore: id.nullable(),
  })
  .meta({ id: 'DomainEventPage' })

/** A page of events; `found` has one more than `most` when there is a next page. */
export function toEventsWire(found: readonly StoredEvent[], most: number): z.output<typeof eventsAnswer> {
  const events = found.slice(0, most).map((event) => ({
    ...event,
    payload: isSealed(event.payload) ? null : event.payload,
    happenedAt: toTimestamp(event.happenedAt),
    relayedAt: toTimestamp(event.relayedAt),
  }))
  return { facts: events, nextBefore: found.length > most ? (events.at(-1)?.id ?? null) : null }
}

function isSealed(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'sealed'
}

const emailFields = { name: z.string(), locales: z.array(z.string()), subject: z.string() }

/** The emails that the product sends, with their available languages. */
export const emailsAnswer = z
  .object({ emails: z.array(z.object(emailFields).meta({ id: 'EmailSummary', description: 'An email that the product sends.' })) })
  .meta({ id: 'EmailList' })
export const emailQuery = z.object({ name: shortText, locale: z.string().max(35).optional().meta({ default: 'en' }) })
/** One email, composed from its sample, as HTML and as text. */
export const emailAnswer = z.object({ ...emailFields, locale: z.string(), html: z.string(), text: z.string() }).meta({ id: 'EmailPreview' })
