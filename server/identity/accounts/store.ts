import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared-statements.ts'
import { type Account, CREDENTIAL, type LinkTokens, TOKEN_SEAL } from './model.ts'

/** The maximum number of sign-in methods that are listed. */
const ACCOUNTS_MAX = 100

declareSealed(
  TOKEN_SEAL,
  ...(['sealed_access_token', 'sealed_refresh_token', 'sealed_id_token'] as const).map(
    (column) => ({ table: 'accounts', column }) as const,
  ),
)

declare module '#platform/database/tables.ts' {
  interface Tables {
    accounts: AccountsTable
  }
}

interface AccountsTable {
  id: string
  user_id: string
  provider_id: string
  /** The user's id at the provider; for passwords the user's own id. */
  account_id: string
  sealed_access_token: string | null
  sealed_refresh_token: string | null
  sealed_id_token: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  /** Comma-joined. */
  scope: string | null
  refresh_lease_ends_at: Date | null
  /** The hash, never the password. */
  password: string | null
  created_at: Date
  updated_at: Date
}

/** A password hash of a user. */
export interface CredentialPassword {
  readonly userId: string
  readonly hash: string
  readonly now: Date
}

function credentialRow({ userId, hash, now }: CredentialPassword) {
  return {
    id: newId(now),
    user_id: userId,
    provider_id: CREDENTIAL,
    account_id: userId,
    password: hash,
    created_at: now,
    updated_at: now,
  }
}

const upsertPassword = preparedInsert('accounts', (insert, { password, updated_at }) =>
  insert.onConflict((conflict) => conflict.constraint('accounts_provider_key').doUpdateSet({ password, updated_at })),
)

/** Sets the user's password, whether or not the user had one. */
export function savePassword(tx: Tx, password: CredentialPassword): Promise<void> {
  return upsertPassword(tx, credentialRow(password))
}

/** Sets the first password of a user without one; false when the user has one. */
export async function saveFirstPassword(tx: Tx, password: CredentialPassword): Promise<boolean> {
  const { hash, now } = password
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accounts')
    .values(credentialRow(password))
    .onConflict((conflict) =>
      conflict.constraint('accounts_provider_key').doUpdateSet({ password: hash, updated_at: now }).where('accounts.password', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Sets the passwords of new users in one statement. */
export async function insertPasswords(tx: Tx, passwords: readonly Omit<CredentialPassword, 'now'>[], now: Date): Promise<void> {
  const rows = passwords.map(({ userId, hash }) => ({ id: newId(now), userId, hash }))
  await sql`
    insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
    select id, "userId", ${CREDENTIAL}::text, "userId"::text, hash, ${now}, ${now}
    from jsonb_to_recordset(${json(rows)}) as input (id uuid, "userId" uuid, hash text)`.execute(tx)
}

/** Replaces the hash `outdated`. Returns false and changes nothing when the password was changed meanwhile. */
export async function replaceHash(tx: Tx, outdated: string, { userId, hash, now }: CredentialPassword): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: now })
    .where('provider_id', '=', CREDENTIAL)
    .where('account_id', '=', userId)
    .where('password', '=', outdated)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces the user's password; false when the user has none. */
export async function replacePassword(tx: Tx, { userId, hash, now }: CredentialPassword): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: now })
    .where('provider_id', '=', CREDENTIAL)
    .where('account_id', '=', userId)
    .where('password', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the user's password was written after `since`. Rehashing the same password counts as well. */
export async function hasPasswordSince(db: Database, userId: string, since: Date): Promise<boolean> {
  const newer = db
    .selectFrom('accounts')
    .select('id')
    .where('provider_id', '=', CREDENTIAL)
    .where('account_id', '=', userId)
    .where('updated_at', '>', since)
  return (await newer.executeTakeFirst()) !== undefined
}

/** The user's sign-in methods, the oldest first, at most `ACCOUNTS_MAX`. */
export function listAccounts(db: Database, userId: string): Promise<Account[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'provider_id as providerId', 'account_id as accountId', 'scope', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(ACCOUNTS_MAX)
    .execute()
}

/** Deletes one sign-in method, if it belongs to the user. */
export async function deleteAccount(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).where('id', '=', id).execute()
}

type Sealer = Pick<Secrets, 'seal'>

/** A provider account to link to a user as a sign-in method. */
export interface NewLink {
  readonly userId: string
  readonly providerId: string
  /** The user's id at the provider. */
  readonly accountId: string
  readonly tokens: LinkTokens
  readonly now: Date
}

/** The columns of the tokens that the provider sent. The other columns stay unchanged. */
function tokenColumns(secrets: Sealer, tokens: LinkTokens) {
  const { accessToken, refreshToken, idToken, scopes } = tokens
  const seal = (token: string) => secrets.seal(TOKEN_SEAL, token)
  return {
    ...(accessToken !== null && { sealed_access_token: seal(accessToken), access_token_expires_at: tokens.accessTokenExpiresAt }),
    ...(refreshToken !== null && { sealed_refresh_token: seal(refreshToken), refresh_token_expires_at: tokens.refreshTokenExpiresAt }),
    ...(idToken !== null && { sealed_id_token: seal(idToken) }),
    ...(scopes.length > 0 && { scope: scopes.join(',') }),
  }
}

/** Links a provider account. Rejects with the database's unique violation (`LINK_KEY`) when the account is already linked. */
export async function insertLink(tx: Tx, secrets: Sealer, link: NewLink): Promise<void> {
  const { userId, providerId, accountId, tokens, now } = link
  await tx
    .insertInto('accounts')
    .values({
      id: newId(now),
      user_id: userId,
      provider_id: providerId,
      account_id: accountId,
      ...tokenColumns(secrets, tokens),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** The constraint that links a provider account to at most one user. */
export const LINK_KEY = 'accounts_provider_key'

/** Stores the tokens that the provider sent. Write-only: may be a batched statement. */
export async function saveTokens(tx: Tx, secrets: Sealer, update: { id: string; tokens: LinkTokens; now: Date }): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ ...tokenColumns(secrets, update.tokens), refresh_lease_ends_at: null, updated_at: update.now })
    .where('id', '=', update.id)
    .execute()
}

/** The exclusive right to refresh the tokens at the provider until `endsAt`. */
export interface RefreshLease {
  readonly id: string
  readonly endsAt: Date
  readonly now: Date
}

/** Takes the refresh lease, in one conditional statement: of many concurrent requests over all instances, one gets it. */
export async function claimRefresh(tx: Tx, { id, endsAt, now }: RefreshLease): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ refresh_lease_ends_at: endsAt })
    .where('id', '=', id)
    .where((row) => row.or([row('refresh_lease_ends_at', 'is', null), row('refresh_lease_ends_at', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Releases the refresh lease and stores the new tokens. Does nothing when a sign-in has stored newer tokens or another request has
 * the lease.
 */
export async function releaseRefresh(
  tx: Tx,
  secrets: Sealer,
  { id, endsAt, now, tokens }: RefreshLease & { readonly tokens: LinkTokens | undefined },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ ...(tokens && { ...tokenColumns(secrets, tokens), updated_at: now }), refresh_lease_ends_at: null })
    .where('id', '=', id)
    .where('refresh_lease_ends_at', '=', endsAt)
    .execute()
}

/** Deletes all sign-in methods of a user. Returns whether there was a password, and the number of provider links. */
export async function deleteAccountsOf(tx: Tx, userId: string): Promise<{ readonly hadPassword: boolean; readonly links: number }> {
  const deleted = await tx.deleteFrom('accounts').where('user_id', '=', userId).returning('provider_id as providerId').execute()
  const hadPassword = deleted.some(({ providerId }) => providerId === CREDENTIAL)
  return { hadPassword, links: deleted.length - (hadPassword ? 1 : 0) }
}
