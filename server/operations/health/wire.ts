import { z } from 'zod'
import { memberWithUser, organization } from '#identity/organizations/wire.ts'
import { id, integerText, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { type Health, type KeptFact, PAGE_MAXIMUM, PAGE_USUAL, type QueuedJob } from './model.ts'

const WORD_MAXIMUM = 255
const word = z.string().max(WORD_MAXIMUM)
const count = z.int()

/** How the platform is doing: what waits, since when, what was given up, and who does not take what they are sent. */
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

/** The state of things, in the form of the wire; `transport` says where letters go. */
export function toHealthWire({ backlog, failing }: Health, transport: string): z.output<typeof health> {
  return {
    queue: {
      waiting: backlog.waitingJobs,
      due: backlog.dueJobs,
      oldestDueAt: toTimestamp(backlog.oldestDueAt),
      dead: backlog.deadJobs,
    },
    facts: { waiting: backlog.waitingFacts, oldestAt: toTimestamp(backlog.oldestFactAt) },
    webhooks: {
      failing: failing.map((endpoint) => ({
        ...endpoint,
        failingSince: toTimestamp(endpoint.failingSince),
        lastFailedAt: toTimestamp(endpoint.lastFailedAt),
      })),
    },
    mail: { transport, waiting: backlog.waitingLetters, dead: backlog.deadLetters, lastError: backlog.lastMailError },
  }
}

const limit = integerText(1, PAGE_MAXIMUM)
  .optional()
  .meta({ default: String(PAGE_USUAL) })
const before = id.optional().meta({ description: 'The `nextBefore` of the page before.' })

/** Which organizations, in which order. */
export const organizationsQuery = z.object({
  searchValue: word.optional().meta({ description: 'Part of a name or slug, without regard to case.' }),
  sortBy: z.enum(['createdAt', 'name', 'slug']).optional().meta({ default: 'createdAt' }),
  sortDirection: z.enum(['asc', 'desc']).optional().meta({ default: 'asc' }),
  limit,
  offset: integerText(0).optional().meta({ default: '0' }),
})

const counted = organization.extend({ memberCount: count })

/** A page of them, and how many there are in all. */
export const organizationsAnswer = z.object({ organizations: z.array(counted), total: count }).meta({ id: 'OrganizationsOfPlatform' })
export const organizationQuery = z.object({ organizationId: id })
/** One organization with its people. */
export const organizationAnswer = counted
  .extend({ members: z.array(memberWithUser), teamCount: count, pendingInvitationCount: count })
  .meta({ id: 'OrganizationOfPlatform' })

/** Which jobs: those that were given up unless told. */
export const jobsQuery = z.object({
  state: z.enum(['dead', 'waiting']).optional().meta({ default: 'dead' }),
  kind: word.optional(),
  limit,
  before,
})

/** Jobs, the last ordered first; what they carry is not shown. */
export const jobsAnswer = z
  .object({
    jobs: z.array(
      z.object({
        id,
        kind: z.string(),
        attempts: count,
        runAt: timestamp,
        lastError: z.string().nullable(),
        deadAt: timestamp.nullable(),
        createdAt: timestamp,
      }),
    ),
    nextBefore: id.nullable(),
  })
  .meta({ id: 'Jobs' })

/** A page of jobs, of which one more than `most` was read. */
export function toJobsWire(found: readonly QueuedJob[], most: number): z.output<typeof jobsAnswer> {
  const jobs = found.slice(0, most).map((job) => ({
    ...job,
    runAt: toTimestamp(job.runAt),
    deadAt: toTimestamp(job.deadAt),
    createdAt: toTimestamp(job.createdAt),
  }))
  return { jobs, nextBefore: found.length > most ? (jobs.at(-1)?.id ?? null) : null }
}

/** What was given up and is to run again: one job, all of a kind, or all. Whichever it is has to be said. */
export const retryBody = z
  .object({ jobId: id.optional(), kind: word.optional(), all: z.literal(true).optional() })
  .superRefine(({ jobId, kind, all }, context) => {
    const named = Object.entries({ jobId, kind, all }).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    const refused = named.length === 0 ? ['jobId'] : named.slice(1)
    for (const field of refused) context.addIssue({ code: 'custom', path: [field], message: 'Give one of jobId, kind and all' })
  })
export const retryAnswer = z.object({ retried: count })

/** Which facts. */
export const factsQuery = z.object({
  name: word.optional(),
  organizationId: id.optional(),
  resourceId: id.optional(),
  state: z.enum(['waiting', 'relayed']).optional(),
  limit,
  before,
})

/** Facts, the last told first; `payload` is null where it is kept sealed. */
export const factsAnswer = z
  .object({
    facts: z.array(
      z.object({
        id,
        name: z.string(),
        audience: z.enum(['merchant', 'operator', 'internal']),
        organizationId: id.nullable(),
        resourceId: id,
        payload: z.unknown(),
        happenedAt: timestamp,
        relayedAt: timestamp.nullable(),
      }),
    ),
    nextBefore: id.nullable(),
  })
  .meta({ id: 'Facts' })

/** A page of facts, of which one more than `most` was read. */
export function toFactsWire(found: readonly KeptFact[], most: number): z.output<typeof factsAnswer> {
  const facts = found.slice(0, most).map((fact) => ({
    ...fact,
    payload: isSealed(fact.payload) ? null : fact.payload,
    happenedAt: toTimestamp(fact.happenedAt),
    relayedAt: toTimestamp(fact.relayedAt),
  }))
  return { facts, nextBefore: found.length > most ? (facts.at(-1)?.id ?? null) : null }
}

function isSealed(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'sealed'
}

const letter = { name: z.string(), locales: z.array(z.string()), subject: z.string() }

/** Every letter that the product sends, with the languages in which it can be written. */
export const lettersAnswer = z.object({ emails: z.array(z.object(letter)) }).meta({ id: 'Emails' })
export const letterQuery = z.object({ name: word, locale: z.string().max(35).optional().meta({ default: 'en' }) })
/** One of them, written from its sample, as a page and as text. */
export const letterAnswer = z.object({ ...letter, locale: z.string(), html: z.string(), text: z.string() }).meta({ id: 'EmailPreview' })
