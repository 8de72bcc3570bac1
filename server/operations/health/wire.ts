import { z } from 'zod'
import { blockFields, toBlockWire } from '#identity/administration/wire.ts'
import { memberWithUser, organization, toOrganizationWire } from '#identity/organizations/wire.ts'
import { buyerLanguages } from '#kernel/language/languages.ts'
import { id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Program } from '#platform/program.ts'
import { cursorPage, fieldsOf } from '#platform/resource/fields.ts'
import { type CountedOrganization, eventColumns, type Health, jobColumns, shortText } from './model.ts'

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
          organizationId: id.nullable().meta({ description: 'Null for an endpoint of the operator.' }),
          organizationName: z.string().nullable(),
          organizationSlug: z.string().nullable(),
          url: z.string(),
          isEnabled: z.boolean(),
          failures: count,
          failingSince: timestamp.nullable(),
          lastFailedAt: timestamp.nullable(),
        }),
      ),
    }),
    versions: z.object({
      program: z.string().meta({ description: 'The version of Guildhall that answers.' }),
      webBuild: z.string().nullable().meta({ description: 'The id of the web build that it serves; null where it serves none.' }),
      schema: z.string().meta({ description: 'The last migration that was applied to the database.' }),
      database: z.string().meta({ description: 'The version of PostgreSQL.' }),
    }),
    storage: z.object({
      isEmbedded: z.boolean(),
      databaseBytes: count.meta({ description: 'The size of the database on disk.' }),
      freeBytes: count
        .nullable()
        .meta({ description: 'Free bytes on the disk of `DATA_DIR`; null with PostgreSQL, or if that is unknown.' }),
    }),
    mail: z.object({ transport: z.string(), server: z.string().nullable(), waiting: count, dead: count, lastError: z.string().nullable() }),
  })
  .meta({ id: 'PlatformHealth' })

/** The state that the answering process knows itself. */
export interface ProcessState {
  readonly program: Program
  readonly mailer: Pick<Mailer, 'destination' | 'server'>
  readonly isEmbedded: boolean
  readonly freeBytes: number | null
}

/** The health as JSON; `transport` describes how emails are sent, `server` is the mail server without the development inbox. */
export function toHealthWire({ backlog, failing, database }: Health, process: ProcessState): z.output<typeof health> {
  const { program, mailer, isEmbedded, freeBytes } = process
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
    versions: {
      program: program.version,
      webBuild: program.webBuild,
      schema: database.schema,
      database: database.databaseVersion.split(' ')[0] ?? '',
    },
    storage: { isEmbedded, databaseBytes: database.databaseBytes, freeBytes },
    mail: {
      transport: mailer.destination,
      server: mailer.server,
      waiting: backlog.waitingEmails,
      dead: backlog.deadEmails,
      lastError: backlog.lastMailError,
    },
  }
}

const counted = organization.extend({ memberCount: count, ...blockFields }).meta({ id: 'AdminOrganization' })

/** An organization with its number of members and its block, as JSON. */
export function toCountedOrganizationWire(from: CountedOrganization): z.output<typeof counted> {
  return { ...toOrganizationWire(from), memberCount: from.memberCount, ...toBlockWire(from.block) }
}

/** A page of organizations, and the total. */
export const organizationsAnswer = z.object({ organizations: z.array(counted), total: count }).meta({ id: 'AdminOrganizationPage' })
export const organizationQuery = z.object({ organizationId: id })
/** One organization with its members. */
export const organizationAnswer = counted
  .extend({ members: z.array(memberWithUser), teamCount: count, pendingInvitationCount: count })
  .meta({ id: 'AdminOrganizationDetails' })

const jobFields = fieldsOf(jobColumns, 'camel')

/** A job, without its payload. */
export const job = z.object(jobFields.shape).meta({ id: 'Job', description: 'A job that has not completed.' })
export const jobsAnswer = cursorPage('jobs', job).meta({ id: 'JobPage' })
export const toJobWire = jobFields.toWire

/** The dead jobs to retry: one, all of a kind, or all. Exactly one field is required. */
export const retryBody = z
  .object({ jobId: id.optional(), kind: shortText.optional(), all: z.literal(true).optional() })
  .superRefine(({ jobId, kind, all }, context) => {
    const named = Object.entries({ jobId, kind, all }).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    const refused = named.length === 0 ? ['jobId'] : named.slice(1)
    for (const field of refused) context.addIssue({ code: 'custom', path: [field], message: 'Give one of jobId, kind and all' })
  })
export const retryAnswer = z.object({ retried: count })

const eventFields = fieldsOf(eventColumns, 'camel')

/** An event; `payload` is null where it is sealed. */
export const event = z.object(eventFields.shape).meta({ id: 'DomainEvent', description: 'A domain event.' })
export const eventsAnswer = cursorPage('facts', event).meta({ id: 'DomainEventPage' })
export const toEventWire = eventFields.toWire

const emailFields = { name: z.string(), locales: z.array(z.string()), subject: z.string() }

/** The emails that the product sends, with their available languages. */
export const emailsAnswer = z
  .object({ emails: z.array(z.object(emailFields).meta({ id: 'EmailSummary', description: 'An email that the product sends.' })) })
  .meta({ id: 'EmailList' })
export const emailsQuery = z.object({ locale: z.enum(buyerLanguages).optional().meta({ default: 'en' }) })
export const emailQuery = z.object({ name: shortText, locale: z.string().max(35).optional().meta({ default: 'en' }) })
/** One email, composed from its sample, as HTML and as text. */
export const emailAnswer = z.object({ ...emailFields, locale: z.string(), html: z.string(), text: z.string() }).meta({ id: 'EmailPreview' })
