// The rows behind Idempotency-Key: claimed in a statement of their own, settled in the transaction that finishes the request.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#kernel/refusal.ts'
import type { Clock } from '../clock.ts'
import { type Database, json, type Tx } from '../database/database.ts'
import { databaseTime } from '../database/time/database-time.ts'
import { refusals } from './refusals.ts'

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable
  }
}

interface IdempotencyKeysTable {
  /** Where the key is unique: an organization, or the holder of a client secret. */
  scope: string
  method: string
  path: string
  key: string
  fingerprint: string
  state: 'running' | 'done'
  /** The present run; null for one that another version of Guildhall began. */
  run_id: string | null
  /** The end of its lease, in the database's time. */
  lease_until: Date
  status: number | null
  body: unknown
  created_at: Date
}

/** Seconds after which a request can be taken over whose process was killed. A process renews the lease of a request that it works on. */
export const LEASE_SECONDS = 15
/** Seconds for which a key is valid: afterwards it can be used again, and the hourly clean-up deletes it. */
const RETENTION_SECONDS = 7 * 86_400

/** The identity of a request. */
export interface KeyedRequest {
  readonly scope: string
  readonly method: string
  readonly path: string
  readonly key: string
  /** The `fingerprintOf` its query and body. */
  readonly fingerprint: string
  /** The id of this run. */
  readonly runId: string
}

/** A claimed request; `stableKey` is the same for every run of it. */
export interface Claim extends KeyedRequest {
  readonly stableKey: string
}

/** The result of a claim: ours to process (for the first time or again after a crash), or answered before. */
export type ClaimResult =
  | { readonly kind: 'ours'; readonly claim: Claim }
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }

interface KeyRow {
  is_ours: boolean
  fingerprint: string
  state: string
  status: number | null
  body: unknown
  created_at: Date
}

/** An id for a run. */
export function newRunId(): string {
  return randomUUID()
}

/** Claims the key in one statement. Refuses another body under the same key, and a key that is being processed. */
export async function claimKey(db: Database, request: KeyedRequest, clock: Clock): Promise<ClaimResult> {
  const { scope, method, path, key, fingerprint, runId } = request
  const now = databaseTime(clock)
  const oldest = sql`${now} - make_interval(secs => ${sql.lit(RETENTION_SECONDS)})`
  const { rows } = await sql<KeyRow>`
    with ours as (
      insert into idempotency_keys as known (scope, method, path, key, fingerprint, state, run_id, lease_until, created_at)
      values (${scope}, ${method}, ${path}, ${key}, ${fingerprint}, 'running', ${runId}::uuid,
        ${now} + make_interval(secs => ${sql.lit(LEASE_SECONDS)}), ${now})
      on conflict (scope, method, path, key) do update set
        fingerprint = excluded.fingerprint, state = 'running', run_id = excluded.run_id, lease_until = excluded.lease_until,
        status = null, body = null,
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
  const [row] = rows
  // Another instance inserted it while this statement ran: it is being processed.
  if (!row) refuse(refusals.IdempotencyKeyInUse)
  if (row.is_ours) return { kind: 'ours', claim: { ...request, stableKey: stableKeyOf(request, row.created_at) } }
  return { kind: 'answered', ...storedAnswer(row, fingerprint) }
}

/** The answer that a key has. Refuses another body than the key was first sent with, and a key whose first request is not answered yet. */
export function storedAnswer(
  row: { readonly fingerprint: string; readonly state: string; readonly status: number | null; readonly body: unknown },
  fingerprint: string,
): { readonly status: number; readonly body: unknown } {
  if (row.fingerprint !== fingerprint) refuse(refusals.IdempotencyKeyReused)
  if (row.state !== 'done' || row.status === null) refuse(refusals.IdempotencyKeyInUse)
  return { status: row.status, body: row.body }
}

function stableKeyOf({ scope, method, path, key }: KeyedRequest, createdAt: Date): string {
  return digestOf([scope, method, path, key, createdAt.toISOString()])
}

/** Writes the response in the transaction that finishes the request; refuses if another run has taken the request over. */
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
    .where('run_id', '=', claim.runId)
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n) refuse(refusals.IdempotencyKeyInUse)
}

/** Renews the lease of a request that is still being processed; without effect when another run has taken it over. */
export async function renewLease(db: Database, claim: Claim, clock: Clock): Promise<void> {
  await sql`
    update idempotency_keys set lease_until = ${databaseTime(clock)} + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
    where scope = ${claim.scope} and method = ${claim.method} and path = ${claim.path} and key = ${claim.key}
      and state = 'running' and run_id = ${claim.runId}::uuid
  `.execute(db)
}

/** Releases the key of a request that changed nothing, so that a corrected request can use it. */
export async function releaseKey(db: Database, claim: Claim): Promise<void> {
  await sql`
    delete from idempotency_keys
    where scope = ${claim.scope} and method = ${claim.method} and path = ${claim.path} and key = ${claim.key}
      and state = 'running' and run_id = ${claim.runId}::uuid
  `.execute(db)
}

/** Lets the next request with the key resume at once, after this one failed at an unknown point, or its claim is in doubt. */
export async function releaseLease(db: Database, claim: KeyedRequest): Promise<void> {
  await sql`
    update idempotency_keys set lease_until = created_at
    where scope = ${claim.scope} and method = ${claim.method} and path = ${claim.path} and key = ${claim.key}
      and state = 'running' and run_id = ${claim.runId}::uuid
  `.execute(db)
}

/** A digest of query and body. JSON objects that differ only in the order of their keys have the same one. */
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
