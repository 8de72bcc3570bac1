// The rows behind Idempotency-Key: claimed in a statement of their own, settled in the transaction that finishes the work.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#kernel/refusal.ts'
import { type Database, json, type Tx } from '../database/database.ts'
import { refusals } from './refusals.ts'

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable
  }
}

interface IdempotencyKeysTable {
  /** Within what the key is one: an organization, or whoever knows a client secret. */
  scope: string
  method: string
  path: string
  key: string
  fingerprint: string
  state: 'running' | 'done'
  /** Until when whoever runs it is left alone; it also tells the present runner from an earlier one. */
  lease_until: Date
  status: number | null
  body: unknown
  created_at: Date
}

/** Seconds after which a request that never came back may be taken over. */
export const LEASE_SECONDS = 60
/** Seconds a key is kept: after them it is as good as new, and the hourly clean-up removes it. */
const KEPT_SECONDS = 7 * 86_400

/** What makes a request the same as another. */
export interface KeyedRequest {
  readonly scope: string
  readonly method: string
  readonly path: string
  readonly key: string
  /** Of the query and body: `fingerprintOf`. */
  readonly fingerprint: string
  readonly now: Date
}

/** A request that is ours to work; `stableKey` is the same for every run of it. */
export interface Claim extends KeyedRequest {
  readonly leaseUntil: Date
  readonly stableKey: string
}

/** What claiming came to: ours to work (for the first time or again after a crash), or answered before. */
export type Claimed =
  | { readonly kind: 'ours'; readonly claim: Claim }
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }

interface Found {
  is_ours: boolean
  fingerprint: string
  state: string
  status: number | null
  body: unknown
  created_at: Date
}

/** Claims the key in one statement. Refuses another body under the same key, and a key that is being worked. */
export async function claimKey(db: Database, request: KeyedRequest): Promise<Claimed> {
  const { scope, method, path, key, fingerprint, now } = request
  const leaseUntil = leaseEnd(now)
  const oldest = new Date(now.getTime() - KEPT_SECONDS * 1000)
  const { rows } = await sql<Found>`
    with ours as (
      insert into idempotency_keys as known (scope, method, path, key, fingerprint, state, lease_until, created_at)
      values (${scope}, ${method}, ${path}, ${key}, ${fingerprint}, 'running', ${leaseUntil}::timestamptz, ${now}::timestamptz)
      on conflict (scope, method, path, key) do update set
        fingerprint = excluded.fingerprint, state = 'running', lease_until = excluded.lease_until, status = null, body = null,
        created_at = case when known.created_at < ${oldest} then excluded.created_at else known.created_at end
      where known.created_at < ${oldest}
        or (known.state = 'running' and known.lease_until <= ${now} and known.fingerprint = excluded.fingerprint)
      returning fingerprint, state, status, body, created_at
    )
    select true as is_ours, fingerprint, state, status, body, created_at from ours
    union all
    select false, fingerprint, state, status, body, created_at from idempotency_keys
    where scope = ${scope} and method = ${method} and path = ${path} and key = ${key} and not exists (select from ours)
  `.execute(db)
  const [found] = rows
  // Another instance inserted it while this statement ran: it is being worked.
  if (!found) refuse(refusals.IdempotencyKeyInUse)
  if (found.is_ours) return { kind: 'ours', claim: { ...request, leaseUntil, stableKey: stableKeyOf(request, found.created_at) } }
  if (found.fingerprint !== fingerprint) refuse(refusals.IdempotencyKeyReused)
  if (found.state !== 'done' || found.status === null) refuse(refusals.IdempotencyKeyInUse)
  return { kind: 'answered', status: found.status, body: found.body }
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000)
}

/** Lets go of what `claimKey` may have claimed when its answer was lost: nothing has been worked under it. */
export async function giveUpUnknown(db: Database, request: KeyedRequest): Promise<void> {
  return giveUpLease(db, { ...request, leaseUntil: leaseEnd(request.now) })
}

function stableKeyOf({ scope, method, path, key }: KeyedRequest, createdAt: Date): string {
  return digestOf([scope, method, path, key, createdAt.toISOString()])
}

/** Writes the answer, in the transaction that finishes the work; refuses when somebody has taken the request over meanwhile. */
export async function settleKey(
  tx: Tx | Database,
  claim: Claim,
  answer: { readonly status: number; readonly body: unknown },
): Promise<void> {
  const settled = await tx
    .updateTable('idempotency_keys')
    .set({ state: 'done', status: answer.status, body: answer.body === undefined ? null : json(answer.body) })
    .where('scope', '=', claim.scope)
    .where('method', '=', claim.method)
    .where('path', '=', claim.path)
    .where('key', '=', claim.key)
    .where('state', '=', 'running')
    .where('lease_until', '=', claim.leaseUntil)
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n) refuse(refusals.IdempotencyKeyInUse)
}

/** Gives a key back whose request changed nothing, so that a better one may use it. */
export async function releaseKey(db: Database, claim: Claim): Promise<void> {
  await sql`
    delete from idempotency_keys
    where scope = ${claim.scope} and method = ${claim.method} and path = ${claim.path} and key = ${claim.key}
      and state = 'running' and lease_until = ${claim.leaseUntil}
  `.execute(db)
}

/** Lets the next request with the key resume at once: this one failed at a point that nobody knows. */
export async function giveUpLease(db: Database, claim: Omit<Claim, 'stableKey'>): Promise<void> {
  await sql`
    update idempotency_keys set lease_until = created_at
    where scope = ${claim.scope} and method = ${claim.method} and path = ${claim.path} and key = ${claim.key}
      and state = 'running' and lease_until = ${claim.leaseUntil}
  `.execute(db)
}

/** What a request asks for, as one short text: two JSON bodies that differ in the order of their keys only are the same. */
export function fingerprintOf(query: unknown, body: unknown): string {
  return digestOf([canonical(query), canonical(body)])
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
