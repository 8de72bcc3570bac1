import { administrationRefusals, requireAdministrator } from '#identity/administration/index.ts'
import { findMembership, organizationRefusals, requirePermission } from '#identity/organizations/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reply } from '#platform/http/reply.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { AuthListQuery } from '#platform/resource/auth-list.ts'
import { exportLog } from './actions/export-log.ts'
import { logOf, membershipOf, ofAccount, ofOrganization, organizationLog, platformList, rolesOfReader, securityList } from './reads.ts'
import { auditLogRefusals } from './refusals.ts'
import { READ_PERMISSION, requireLogAccess, resolveUserId } from './rules.ts'
import { entriesAnswer, logAnswer, toLogEntryWire, toSecurityEntryWire } from './wire.ts'

const list = route({
  method: 'GET',
  path: '/api/auth/list-audit-entries',
  name: 'auth:list-audit-entries',
  summary: "Lists the audit entries of the caller's account, newest first.",
  access: 'session',
  addition: true,
  query: securityList.query,
  answer: entriesAnswer,
  handle: async ({ db, platform, query, caller }) => {
    const where = ofAccount(resolveUserId(caller.user, query['userId'] as string | undefined))
    const { items = [], nextBefore = null } = (await securityList.read(db, { query, where }, platform)) ?? {}
    return { entries: items.map((entry) => toSecurityEntryWire(entry, caller.session.id)), nextBefore }
  },
})

const listOfOrganization = route({
  method: 'GET',
  path: '/api/auth/organization/list-audit-entries',
  name: 'auth:organization-list-audit-entries',
  summary: 'Lists the audit entries of an organization, newest first.',
  access: 'session',
  addition: true,
  query: organizationLog.query,
  answer: logAnswer,
  refusals: [organizationRefusals.noActive, auditLogRefusals.mayNotRead],
  handle: async ({ db, platform, query, caller }) => {
    const organizationId = organizationOf(query, caller)
    const reader = membershipOf(organizationId, caller.user.id)
    const found = await organizationLog.read(db, { query, where: ofOrganization(organizationId), reader }, platform)
    requireLogAccess(found && rolesOfReader(platform, found.reader))
    return { entries: found?.items.map(toLogEntryWire) ?? [], nextBefore: found?.nextBefore ?? null }
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
  query: platformList.exportQuery,
  answerType: 'text/csv',
  refusals: [organizationRefusals.noActive, auditLogRefusals.mayNotRead],
  handle: async (call) => {
    const { db, platform, query, caller, transaction, reply } = call
    const organizationId = organizationOf(query, caller)
    const membership = await findMembership(db, platform, { organizationId, userId: caller.user.id })
    requirePermission(membership, READ_PERMISSION, auditLogRefusals.mayNotRead)
    sendCsv(reply, await exportLog(call, { organizationId, query, transaction }))
  },
})

const listOfPlatform = route({
  method: 'GET',
  path: '/api/auth/admin/list-audit-entries',
  name: 'auth:admin-list-audit-entries',
  summary: 'Lists the audit entries of the platform, or of one organization, newest first.',
  access: 'session',
  addition: true,
  query: platformList.query,
  answer: logAnswer,
  refusals: [administrationRefusals.notAnAdministrator],
  handle: async ({ db, platform, query, caller }) => {
    requireAdministrator(caller)
    const { list: log, ...where } = logOf(organizationIn(query) ?? null)
    const { items = [], nextBefore = null } = (await log.read(db, { query, ...where }, platform)) ?? {}
    return { entries: items.map(toLogEntryWire), nextBefore }
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
  query: platformList.exportQuery,
  answerType: 'text/csv',
  refusals: [administrationRefusals.notAnAdministrator],
  handle: async (call) => {
    requireAdministrator(call.caller)
    const { query, transaction, reply } = call
    sendCsv(reply, await exportLog(call, { organizationId: organizationIn(query) ?? null, query, transaction }))
  },
})

function sendCsv(reply: Pick<Reply, 'header' | 'stream'>, pieces: AsyncIterable<string>): void {
  reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
  reply.stream('text/csv; charset=utf-8; header=present', pieces)
}

function organizationIn(query: AuthListQuery): string | undefined {
  return query['organizationId'] as string | undefined
}

function organizationOf(query: AuthListQuery, { session }: UserCaller): string {
  return organizationIn(query) ?? session.activeOrganizationId ?? refuse(organizationRefusals.noActive)
}

export const routes: readonly Route[] = [list, listOfOrganization, exportOfOrganization, listOfPlatform, exportOfPlatform]
