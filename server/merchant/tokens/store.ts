import { sql } from 'kysely'
import { isScope } from '#kernel/access.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { preparedRead } from '#platform/database/prepared-statements.ts'
import type { AccessToken } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    organization_access_tokens: AccessTokensTable
  }
}

interface AccessTokensTable {
  organization_id: string
  id: string
  /** Hex SHA-256 of the whole secret, which is not stored. */
  digest: string
  comment: string
  scopes: string[]
  expires_at: Date | null
  last_used_at: Date | null
  created_at: Date
  modified_at: Date | null
}

/** Every column of a token but its digest, to select. */
export const tokenColumns = [
  'organization_id',
  'id',
  'comment',
  'scopes',
  'expires_at',
  'last_used_at',
  'created_at',
  'modified_at',
] as const

/** Maps a row to its token; scopes that no longer exist are dropped. */
export function fromTokenRow(row: Omit<AccessTokensTable, 'digest'>): AccessToken {
  return {
    id: row.id,
    organizationId: row.organization_id,
    comment: row.comment,
    scopes: row.scopes.filter(isScope),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

/** Inserts a token with the digest of its secret. */
export async function insertToken(tx: Tx, token: AccessToken, digest: string): Promise<void> {
  await tx
    .insertInto('organization_access_tokens')
    .values({
      organization_id: token.organizationId,
      id: token.id,
      digest,
      comment: token.comment,
      scopes: [...token.scopes],
      expires_at: token.expiresAt,
      last_used_at: token.lastUsedAt,
      created_at: token.createdAt,
      modified_at: token.modifiedAt,
    })
    .execute()
}

/** Saves the mutable fields of a token whose row is locked. */
export async function saveToken(tx: Tx, token: AccessToken): Promise<void> {
  await tx
    .updateTable('organization_access_tokens')
    .set({ comment: token.comment, scopes: [...token.scopes], modified_at: token.modifiedAt })
    .where('organization_id', '=', token.organizationId)
    .where('id', '=', token.id)
    .execute()
}

/** Deletes a token and returns it; undefined when none of the organizations has it. */
export async function deleteToken(tx: Tx, tenants: readonly string[], id: string): Promise<AccessToken | undefined> {
  const row = await tx
    .deleteFrom('organization_access_tokens')
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .returning(tokenColumns)
    .executeTakeFirst()
  return row && fromTokenRow(row)
}

/** Locks a token of one of the organizations. */
export async function lockToken(tx: Tx, tenants: readonly string[], id: string): Promise<AccessToken | undefined> {
  const row = await tx
    .selectFrom('organization_access_tokens')
    .select(tokenColumns)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && fromTokenRow(row)
}

const tokenByDigest = preparedRead((db, digest) =>
  db.selectFrom('organization_access_tokens').select(tokenColumns).where('digest', '=', digest).compile(),
)

/** The token with this digest of its secret. */
export async function findTokenByDigest(db: Database, digest: string): Promise<AccessToken | undefined> {
  const [row] = await tokenByDigest(db, digest)
  return row && fromTokenRow(row)
}

/** A use of a token. */
export interface TokenUse {
  readonly organizationId: string
  readonly id: string
  readonly at: Date
}

/** Saves when tokens were last used, in one statement; an earlier use never replaces a later one. */
export async function saveTokenUses(db: Database, uses: readonly TokenUse[]): Promise<void> {
  await sql`
    update organization_access_tokens as token set last_used_at = used.at
    from unnest(${uses.map((use) => use.organizationId)}::uuid[], ${uses.map((use) => use.id)}::uuid[],
      ${uses.map((use) => use.at.toISOString())}::timestamptz[]) as used (organization_id, id, at)
    where token.organization_id = used.organization_id and token.id = used.id
      and (token.last_used_at is null or token.last_used_at < used.at)`.execute(db)
}
