import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { preparedRead } from '#platform/database/prepared-statements.ts'
import type { Row } from '#platform/resource/columns.ts'
import type { ResourceLimit } from '#platform/resource/limit.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type AccessToken, isTokenLive, tokenColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `digest`: hex SHA-256 of the whole secret, which is not stored. */
    organization_access_tokens: Row<typeof tokenColumns> & { digest: string }
  }
}

/** The rows of access tokens. */
export const tokens = table('organization_access_tokens', tokenColumns)

/** The limit on tokens. */
export const tokenLimit: ResourceLimit = {
  setting: 'TOKEN_LIMIT',
  table: 'organization_access_tokens',
  things: 'access tokens',
}

/** Deletes a token and returns it; undefined when none of the organizations has it. */
export async function deleteToken(tx: Tx, tenants: readonly string[], id: string): Promise<AccessToken | undefined> {
  const { rows } = await sql<StoredRow>`delete from organization_access_tokens
    where organization_id = ${anyOf(tenants)} and id = ${id} returning ${tokens.selection()}`.execute(tx)
  return rows[0] && tokens.fromRow(rows[0])
}

/** Deletes the tokens of the organizations that were created until then, and returns them. */
export async function deleteTokensOf(tx: Tx, organizationIds: readonly string[], createdUntil: Date): Promise<AccessToken[]> {
  const { rows } = await sql<StoredRow>`delete from organization_access_tokens
    where organization_id = ${anyOf(organizationIds)} and created_at <= ${createdUntil} returning ${tokens.selection()}`.execute(tx)
  return rows.map((row) => tokens.fromRow(row))
}

const tokenByDigest = preparedRead((db, digest) => tokens.statement(sql`where digest = ${digest}`).compile(db))

/** The token with this digest of its secret. */
export async function findTokenByDigest(db: Database, digest: string): Promise<AccessToken | undefined> {
  const [row] = await tokenByDigest(db, digest)
  return row && tokens.fromRow(row)
}

/** The token of an organization with this id; undefined where it was deleted, or has expired. */
export async function findLiveToken(
  db: Database,
  { organizationId, id, now }: { readonly organizationId: string; readonly id: string; readonly now: Date },
): Promise<AccessToken | undefined> {
  const [token] = await tokens.select(db, sql`where organization_id = ${organizationId} and id = ${id}`)
  return token && isTokenLive(token, now) ? token : undefined
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
