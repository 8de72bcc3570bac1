import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { toMemberWithUserWire, toOrganizationWire } from '#identity/organizations/wire.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { previewLetter, previewLetters } from './actions/preview-letter.ts'
import { retryJobs } from './actions/retry-jobs.ts'
import { PAGE_USUAL } from './model.ts'
import { findOrganizationOfPlatform, listFacts, listJobs, listOrganizationsOfPlatform, readHealth } from './reads.ts'
import { operationRefusals } from './refusals.ts'
import * as wire from './wire.ts'

const { notAnAdministrator } = administrationRefusals

const health = route({
  method: 'GET',
  path: '/api/auth/admin/health',
  name: 'auth:admin-health',
  summary: 'What waits and since when, what was given up, which endpoints fail, and where letters go.',
  access: 'session',
  addition: true,
  answer: wire.health,
  refusals: [notAnAdministrator],
  handle: async ({ db, platform, caller, now }) => {
    requireAdministrator(caller)
    return wire.toHealthWire(await readHealth(db, now), platform.mailer.destination)
  },
})

const organizations = route({
  method: 'GET',
  path: '/api/auth/admin/list-organizations',
  name: 'auth:admin-list-organizations',
  summary: 'Every organization of the platform, page by page.',
  access: 'session',
  addition: true,
  query: wire.organizationsQuery,
  answer: wire.organizationsAnswer,
  refusals: [notAnAdministrator],
  handle: async ({ db, query, caller }) => {
    requireAdministrator(caller)
    const { searchValue, sortBy = 'createdAt', sortDirection, limit = PAGE_USUAL, offset = 0 } = query
    const asked = { searchValue, sortBy, isDescending: sortDirection === 'desc', limit, offset }
    const { organizations: found, total } = await listOrganizationsOfPlatform(db, asked)
    return { organizations: found.map((each) => ({ ...toOrganizationWire(each), memberCount: each.memberCount })), total }
  },
})

const organization = route({
  method: 'GET',
  path: '/api/auth/admin/get-organization',
  name: 'auth:admin-get-organization',
  summary: 'One organization with its people.',
  access: 'session',
  addition: true,
  query: wire.organizationQuery,
  answer: wire.organizationAnswer,
  refusals: [notAnAdministrator, operationRefusals.organizationNotFound],
  handle: async ({ db, query, caller, now }) => {
    requireAdministrator(caller)
    const found = (await findOrganizationOfPlatform(db, query.organizationId, now)) ?? refuse(operationRefusals.organizationNotFound)
    const { memberCount, teamCount, pendingInvitationCount } = found
    const members = found.members.map(toMemberWithUserWire)
    return { ...toOrganizationWire(found), memberCount, teamCount, pendingInvitationCount, members }
  },
})

const jobs = route({
  method: 'GET',
  path: '/api/auth/admin/list-jobs',
  name: 'auth:admin-list-jobs',
  summary: 'Jobs that were given up or wait, the last ordered first.',
  access: 'session',
  addition: true,
  query: wire.jobsQuery,
  answer: wire.jobsAnswer,
  refusals: [notAnAdministrator],
  handle: async ({ db, query, caller }) => {
    requireAdministrator(caller)
    const { state = 'dead', kind, before, limit = PAGE_USUAL } = query
    return wire.toJobsWire(await listJobs(db, { isDead: state === 'dead', kind, before, limit: limit + 1 }), limit)
  },
})

const retry = route({
  method: 'POST',
  path: '/api/auth/admin/retry-job',
  name: 'auth:admin-retry-job',
  summary: 'Lets a job that was given up run again, or all of a `kind`, or, where `all` is true, all.',
  access: 'session',
  addition: true,
  body: wire.retryBody,
  answer: wire.retryAnswer,
  refusals: [notAnAdministrator, operationRefusals.jobNotFound],
  handle: async (call) => {
    requireAdministrator(call.caller)
    return { retried: await retryJobs(call.tx, call, call.body) }
  },
})

const facts = route({
  method: 'GET',
  path: '/api/auth/admin/list-facts',
  name: 'auth:admin-list-facts',
  summary: 'What has happened, as listeners are told of it, the latest first.',
  access: 'session',
  addition: true,
  query: wire.factsQuery,
  answer: wire.factsAnswer,
  refusals: [notAnAdministrator],
  handle: async ({ db, query, caller }) => {
    requireAdministrator(caller)
    const { name, organizationId, resourceId, state, before, limit = PAGE_USUAL } = query
    const isRelayed = state === undefined ? undefined : state === 'relayed'
    return wire.toFactsWire(await listFacts(db, { name, organizationId, resourceId, isRelayed, before, limit: limit + 1 }), limit)
  },
})

const letters = route({
  method: 'GET',
  path: '/api/auth/admin/list-emails',
  name: 'auth:admin-list-emails',
  summary: 'Every letter that the product sends.',
  access: 'session',
  addition: true,
  answer: wire.lettersAnswer,
  refusals: [notAnAdministrator],
  handle: async ({ caller }) => {
    requireAdministrator(caller)
    return { emails: previewLetters() }
  },
})

const letter = route({
  method: 'GET',
  path: '/api/auth/admin/get-email',
  name: 'auth:admin-get-email',
  summary: 'One letter as it reads with its sample, in a language.',
  access: 'session',
  addition: true,
  query: wire.letterQuery,
  answer: wire.letterAnswer,
  refusals: [notAnAdministrator, operationRefusals.letterNotFound],
  handle: async ({ query, caller }) => {
    requireAdministrator(caller)
    return previewLetter(query.name, query.locale ?? 'en')
  },
})

export const routes: readonly Route[] = [health, organizations, organization, jobs, retry, facts, letters, letter]
