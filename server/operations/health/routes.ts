import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { toMemberWithUserWire } from '#identity/organizations/wire.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import { refuse } from '#kernel/refusal.ts'
import { freeBytes } from '#platform/database/directory/free-space.ts'
import { type Route, route } from '#platform/http/route.ts'
import { cursorRead } from '#platform/resource/auth-routes.ts'
import { previewEmail, previewEmails } from './actions/preview-email.ts'
import { retryJobs } from './actions/retry-jobs.ts'
import { eventList, findOrganizationOfPlatform, jobList, organizationList, readHealth } from './reads.ts'
import { operationRefusals } from './refusals.ts'
import * as wire from './wire.ts'

const { notAnAdministrator } = administrationRefusals

const health = route({
  method: 'GET',
  path: '/api/auth/admin/health',
  name: 'auth:admin-health',
  summary: 'Reports the backlog, dead jobs, failing endpoints, the mail transport, versions and the size of the database.',
  access: 'session',
  addition: true,
  answer: wire.health,
  refusals: [notAnAdministrator],
  handle: async ({ db, platform, caller, now }) => {
    requireAdministrator(caller)
    const { program, mailer, database, settings } = platform
    const isEmbedded = database.mode === 'embedded'
    const free = isEmbedded ? freeBytes(settings.DATA_DIR) : Number.POSITIVE_INFINITY
    return wire.toHealthWire(await readHealth(db, now), { program, mailer, isEmbedded, freeBytes: Number.isFinite(free) ? free : null })
  },
})

const listOrganizations = route({
  method: 'GET',
  path: '/api/auth/admin/list-organizations',
  name: 'auth:admin-list-organizations',
  summary: 'Lists the organizations of the platform.',
  access: 'session',
  addition: true,
  query: organizationList.query,
  answer: wire.organizationsAnswer,
  refusals: [notAnAdministrator],
  handle: async ({ db, platform, query, caller }) => {
    requireAdministrator(caller)
    const { items = [], total = 0 } = (await organizationList.read(db, { query }, platform)) ?? {}
    return { organizations: items.map(wire.toCountedOrganizationWire), total }
  },
})

const organization = route({
  method: 'GET',
  path: '/api/auth/admin/get-organization',
  name: 'auth:admin-get-organization',
  summary: 'Gets an organization with its members.',
  access: 'session',
  addition: true,
  query: wire.organizationQuery,
  answer: wire.organizationAnswer,
  refusals: [notAnAdministrator, operationRefusals.organizationNotFound],
  handle: async ({ db, query, caller, now }) => {
    requireAdministrator(caller)
    const found = (await findOrganizationOfPlatform(db, query.organizationId, now)) ?? refuse(operationRefusals.organizationNotFound)
    const { teamCount, pendingInvitationCount } = found
    const members = found.members.map(toMemberWithUserWire)
    return { ...wire.toCountedOrganizationWire(found), teamCount, pendingInvitationCount, members }
  },
})

const jobs = cursorRead({
  path: '/api/auth/admin/list-jobs',
  summary: 'Lists dead or waiting jobs, newest first.',
  list: jobList,
  items: 'jobs',
  answer: wire.jobsAnswer,
  toWire: wire.toJobWire,
  refusals: [notAnAdministrator],
  permit: requireAdministrator,
})

const retry = route({
  method: 'POST',
  path: '/api/auth/admin/retry-job',
  name: 'auth:admin-retry-job',
  summary: 'Retries a dead job, all dead jobs of a `kind`, or, where `all` is true, all of them.',
  access: 'session',
  impersonation: 'refused by its action',
  addition: true,
  body: wire.retryBody,
  answer: wire.retryAnswer,
  refusals: [notAnAdministrator, operationRefusals.jobNotFound],
  handle: async (call) => {
    requireAdministrator(call.caller)
    return { retried: await retryJobs(call.tx, call, call.body) }
  },
})

const events = cursorRead({
  path: '/api/auth/admin/list-facts',
  summary: 'Lists the domain events, newest first.',
  list: eventList,
  items: 'facts',
  answer: wire.eventsAnswer,
  toWire: wire.toEventWire,
  refusals: [notAnAdministrator],
  permit: requireAdministrator,
})

const emails = route({
  method: 'GET',
  path: '/api/auth/admin/list-emails',
  name: 'auth:admin-list-emails',
  summary: 'Lists the emails that the product sends, with their subjects in a language.',
  access: 'session',
  addition: true,
  query: wire.emailsQuery,
  answer: wire.emailsAnswer,
  refusals: [notAnAdministrator],
  handle: async ({ query, caller }) => {
    requireAdministrator(caller)
    return { emails: previewEmails(query.locale ?? DEFAULT_LANGUAGE) }
  },
})

const email = route({
  method: 'GET',
  path: '/api/auth/admin/get-email',
  name: 'auth:admin-get-email',
  summary: 'Previews an email with its sample, in a language.',
  access: 'session',
  addition: true,
  query: wire.emailQuery,
  answer: wire.emailAnswer,
  refusals: [notAnAdministrator, operationRefusals.emailNotFound],
  handle: async ({ query, caller }) => {
    requireAdministrator(caller)
    return previewEmail(query.name, query.locale ?? DEFAULT_LANGUAGE)
  },
})

export const routes: readonly Route[] = [health, listOrganizations, organization, jobs, retry, events, emails, email]
