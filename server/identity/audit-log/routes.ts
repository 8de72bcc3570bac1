import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { membershipOf, organizationRefusals, requirePermission } from '#identity/organizations/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { type Route, route } from '#platform/http/route.ts'
import { exportLog } from './actions/export-log.ts'
import { ENTRIES_USUAL, type Log } from './model.ts'
import { listEntries, listEntriesFor, listSecurityEntries } from './reads.ts'
import { auditLogRefusals } from './refusals.ts'
import { READING, refuseUnread, whose } from './rules.ts'
import { entriesAnswer, entriesQuery, filterQuery, logAnswer, logQuery, toFilter, toLogWire, toSecurityEntryWire } from './wire.ts'

const list = route({
  method: 'GET',
  path: '/api/auth/list-audit-entries',
  name: 'auth:list-audit-entries',
  summary: "Lists what was done to the caller's account, the latest first.",
  access: 'session',
  addition: true,
  query: entriesQuery,
  answer: entriesAnswer,
  handle: async ({ db, query, caller }) => {
    const { limit = ENTRIES_USUAL, before, userId } = query
    // One more than is shown tells whether there is another page.
    const found = await listSecurityEntries(db, { userId: whose(caller.user, userId), limit: limit + 1, before })
    const entries = found.slice(0, limit)
    const last = found.length > limit ? entries.at(-1) : undefined
    return { entries: entries.map((entry) => toSecurityEntryWire(entry, caller.session.id)), nextBefore: last?.id ?? null }
  },
})

const ofOrganization = route({
  method: 'GET',
  path: '/api/auth/organization/list-audit-entries',
  name: 'auth:organization-list-audit-entries',
  summary: 'Lists what was done in an organization, the latest first.',
  access: 'session',
  addition: true,
  query: logQuery,
  answer: logAnswer,
  refusals: [organizationRefusals.noActive, auditLogRefusals.mayNotRead],
  handle: async ({ db, platform, query, caller }) => {
    const { limit = ENTRIES_USUAL, before } = query
    const log = { organizationId: organizationOf(query.organizationId, caller) }
    const asked = { log, filter: toFilter(query), limit: limit + 1, before, userId: caller.user.id }
    return toLogWire(refuseUnread(await listEntriesFor(db, platform, asked)).entries, limit)
  },
})

const exportOfOrganization = route({
  method: 'GET',
  path: '/api/auth/organization/export-audit-entries',
  name: 'auth:organization-export-audit-entries',
  summary: 'What was done in an organization as CSV, the latest first.',
  access: 'session',
  addition: true,
  transaction: 'own',
  query: filterQuery,
  answerType: 'text/csv',
  refusals: [organizationRefusals.noActive, auditLogRefusals.mayNotRead],
  handle: async (call) => {
    const { db, platform, query, caller, transaction, reply } = call
    const organizationId = organizationOf(query.organizationId, caller)
    const membership = await membershipOf(db, platform, { organizationId, userId: caller.user.id })
    requirePermission(membership, READING, auditLogRefusals.mayNotRead)
    await exportLog(call, { log: { organizationId }, filter: toFilter(query), transaction, reply })
  },
})

const ofPlatform = route({
  method: 'GET',
  path: '/api/auth/admin/list-audit-entries',
  name: 'auth:admin-list-audit-entries',
  summary: 'Lists what was done on the platform, or in one organization, the latest first.',
  access: 'session',
  addition: true,
  query: logQuery,
  answer: logAnswer,
  refusals: [administrationRefusals.notAnAdministrator],
  handle: async ({ db, query, caller }) => {
    requireAdministrator(caller)
    const { limit = ENTRIES_USUAL, before } = query
    const entries = await listEntries(db, { log: logOf(query.organizationId), filter: toFilter(query), limit: limit + 1, before })
    return toLogWire(entries, limit)
  },
})

const exportOfPlatform = route({
  method: 'GET',
  path: '/api/auth/admin/export-audit-entries',
  name: 'auth:admin-export-audit-entries',
  summary: 'What was done on the platform, or in one organization, as CSV, the latest first.',
  access: 'session',
  addition: true,
  transaction: 'own',
  query: filterQuery,
  answerType: 'text/csv',
  refusals: [administrationRefusals.notAnAdministrator],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { query, transaction, reply } = call
    await exportLog(call, { log: logOf(query.organizationId), filter: toFilter(query), transaction, reply })
  },
})

function logOf(organizationId: string | undefined): Log {
  return organizationId === undefined ? 'platform' : { organizationId }
}

function organizationOf(given: string | undefined, { session }: UserCaller): string {
  return given ?? session.activeOrganizationId ?? refuse(organizationRefusals.noActive)
}

export const routes: readonly Route[] = [list, ofOrganization, exportOfOrganization, ofPlatform, exportOfPlatform]
