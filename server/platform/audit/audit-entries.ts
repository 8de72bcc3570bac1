import type { ColumnType } from 'kysely'
import { newId } from '#kernel/id.ts'
import { sendAhead } from '../database/named-pool.ts'
import { preparedInsert } from '../database/prepared-statements.ts'
import type { Caller } from '../request/caller.ts'
import type { Audit, AuditEntry } from './audit.ts'

const USER_AGENT_MAX = 1024

declare module '../database/tables.ts' {
  interface Tables {
    audit_entries: AuditEntriesTable
  }
}

interface AuditEntriesTable {
  id: string
  organization_id: string | null
  user_id: string | null
  actor: ColumnType<Actor, string>
  action: string
  target: ColumnType<{ type: string; id: string } | null, string | null>
  details: ColumnType<Record<string, string | number | boolean | null>, string>
  ip_address: string | null
  user_agent: string | null
  request_id: string | null
  happened_at: Date
}

/** The actor as it is stored: ids only, so that it has no personal data to erase. */
type Actor =
  | { readonly type: 'person'; readonly id: string; readonly session: string; readonly impersonated_by?: string }
  | { readonly type: 'organization_token'; readonly id: string; readonly organization: string }
  | { readonly type: 'customer'; readonly id: string; readonly organization: string }
  | { readonly type: 'service' }
  | { readonly type: 'nobody' }

const insertRow = preparedInsert('audit_entries')

/** The append-only audit log; the database refuses to change or delete its rows, except by `erasure.ts`. */
export function createAudit(): Audit {
  return {
    append: (tx, entry) => sendAhead(() => insertRow(tx, rowOf(entry))),
  }
}

function rowOf(entry: AuditEntry) {
  return {
    id: newId(entry.now),
    organization_id: entry.organizationId,
    user_id: entry.userId,
    actor: JSON.stringify(actorOf(entry.caller)),
    action: entry.action,
    target: entry.target ? JSON.stringify(entry.target) : null,
    details: JSON.stringify(entry.details ?? {}),
    ip_address: entry.request?.ipAddress || null,
    user_agent: entry.request?.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    request_id: entry.request?.id ?? null,
    happened_at: entry.now,
  }
}

function actorOf(caller: Caller): Actor {
  if (caller.kind === 'organization-token') return { type: 'organization_token', id: caller.tokenId, organization: caller.organizationId }
  if (caller.kind === 'customer') return { type: 'customer', id: caller.customerId, organization: caller.organizationId }
  if (caller.kind === 'anonymous') return { type: 'nobody' }
  if (caller.kind === 'service') return { type: 'service' }
  const { id, impersonatedBy } = caller.session
  return { type: 'person', id: caller.user.id, session: id, ...(impersonatedBy ? { impersonated_by: impersonatedBy } : {}) }
}
