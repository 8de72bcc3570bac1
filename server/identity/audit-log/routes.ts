import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { findMembership, organizationRefusals, requirePermission } from '#identity/organizations/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reply } from '#platform/http/reply.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { exportLog } from './actions/export-log.ts'
import { ENTRIES_DEFAULT, type Log } from './model.ts'
import { listEntries, listEntriesFor, listSecurityEntries } from './reads.ts'
import { auditLogRefusals } from './refusals.ts'
import { READ_PERMISSION, requireLogAccess, resolveUserId } from './rules.ts'
import { entriesAnswer, entriesQuery, filterQuery, logAnswer, logQuery, toFilter, toLogWire, toSecurityEntryWire } from './wire.ts'

const list = route({
  method: 'GET',
  path: '/api/auth/list-audit-entries',
  name: 'auth:list-audit-entries',
  summary: "Lists the audit entries of the caller's account, newest first.",
  access: 'session',
  addition: true,
  query: entriesQuery,
  answer: entriesAnswer,
  handle: async ({ db, query, caller }) => {
    const { limit = ENTRIES_DEFAULT, before, userId } = query
    // One entry more than the page size shows whether there is another page.
    const found = await listSecurityEntries(db, { userId: resolveUserId(caller.user, userId), limit: limit + 1, before })
    const entries = found.slice(0, limit)
    const last = found.length > limit ? entries.at(-1) : undefined
    return { entries: entries.map((entry) => toSecurityEntryWire(entry, caller.session.id)), nextBefore: last?.id ?? null }
  },
})

const listOfOrganization = route({
  method: 'GET',
  path: '/api/auth/organization/list-audit-entries',
  name: 'auth:organization-list-audit-entries',
  summary: 'Lists the audit entries of an organization, newest first.',
  access: 'session',
  addition: true,
  query: logQuery,
  answer: logAnswer,
  refusals: [organizationRefusals.noActive, auditLogRefusals.mayNotRead],
  handle: async ({ db, platform, query, caller }) => {
    const { limit = ENTRIES_DEFAULT, before } = query
    const log = { organizationId: organizationOf(query.organizationId, caller) }
    const logQueryOfMember = { log, filter: toFilter(query), limit: limit + 1, before, userId: caller.user.id }
    return toLogWire(requireLogAccess(await listEntriesFor(db, platform, logQueryOfMember)).entries, limit)
  },
})

const exportOfOrganization = route({
  method: 'GET',
  path: '/api/auth/organization/export-audit-entries',
  name: 'auth:organization-export-audit-entries',
  summary: 'Exports the audit entries of an organization as CSV, newest first.',
  access: 'session',
  addition: true,
  transaction: 'own',
  query: filterQuery,
  answerType: 'text/csv',
  refusals: [organizationRefusals.noActive, auditLogRefusals.mayNotRead],
  handle: async (call) => {
    const { db, platform, query, caller, transaction, reply } = call
    const organizationId = organizationOf(query.organizationId, caller)
    const membership = await findMembership(db, platform, { organizationId, userId: caller.user.id })
    requirePermission(membership, READ_PERMISSION, auditLogRefusals.mayNotRead)
    sendCsv(reply, await exportLog(call, { log: { organizationId }, filter: toFilter(query), transaction }))
  },
})

const listOfPlatform = route({
  method: 'GET',
  path: '/api/auth/admin/list-audit-entries',
  name: 'auth:admin-list-audit-entries',
  summary: 'Lists the audit entries of the platform, or of one organization, newest first.',
  access: 'session',
  addition: true,
  query: logQuery,
  answer: logAnswer,
  refusals: [administrationRefusals.notAnAdministrator],
  handle: async ({ db, query, caller }) => {
    requireAdministrator(caller)
    const { limit = ENTRIES_DEFAULT, before } = query
    const entries = await listEntries(db, { log: logOf(query.organizationId), filter: toFilter(query), limit: limit + 1, before })
    return toLogWire(entries, limit)
  },
})

const exportOfPlatform = route({
  method: 'GET',
  path: '/api/auth/admin/export-audit-entries',
  name: 'auth:admin-export-audit-entries',
  summary: 'Exports the audit entries of the platform, or of one organization, as CSV, newest first.',
  access: 'session',
  addition: true,
  transaction: 'own',
  query: filterQuery,
  answerType: 'text/csv',
  refusals: [administrationRefusals.notAnAdministrator],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { query, transaction, reply } = call
    sendCsv(reply, await exportLog(call, { log: logOf(query.organizationId), filter: toFilter(query), transaction }))
  },
})

function sendCsv(reply: Pick<Reply, 'header' | 'stream'>, pieces: AsyncIterable<string>): void {
  reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
  reply.stream('text/csv; charset=utf-8; header=present', pieces)
}

function logOf(organizationId: string | undefined): Log {
  return organizationId === undefined ? 'platform' : { organizationId }
}

function organizationOf(namedId: string | undefined, { session }: UserCaller): string {
  return namedId ?? session.activeOrganizationId ?? refuse(organizationRefusals.noActive)
}

export const routes: readonly Route[] = [list, listOfOrganization, exportOfOrganization, listOfPlatform, exportOfPlatform]
