import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared.ts'
import { type Account, CREDENTIAL, type LinkTokens, TOKEN_SEAL } from './model.ts'

/** Ways in that are looked at, at most. */
const ACCOUNTS_MAX = 100

declare module '#platform/database/tables.ts' {
  interface Tables {
    accounts: AccountsTable
  }
}

interface AccountsTable {
  id: string
  user_id: string
  provider_id: string
  /** The person's id at the provider; for passwords the person's own id. */
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

/** A password's hash for a person. */
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

/** Gives the person this password, whether they had one or not. */
export function savePassword(tx: Tx, given: CredentialPassword): Promise<void> {
  return upsertPassword(tx, credentialRow(given))
}

/** Gives a person without a password their first one; false when they have one. */
export async function saveFirstPassword(tx: Tx, given: CredentialPassword): Promise<boolean> {
  const { hash, now } = given
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accounts')
    .values(credentialRow(given))
    .onConflict((conflict) =>
      conflict.constraint('accounts_provider_key').doUpdateSet({ password: hash, updated_at: now }).where('accounts.password', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Gives each of these new people their password, in one statement. */
export async function insertPasswords(tx: Tx, passwords: readonly Omit<CredentialPassword, 'now'>[], now: Date): Promise<void> {
  const given = passwords.map(({ userId, hash }) => ({ id: newId(now), userId, hash }))
  await sql`
    insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
    select id, "userId", ${CREDENTIAL}::text, "userId"::text, hash, ${now}, ${now}
    from jsonb_to_recordset(${json(given)}) as given (id uuid, "userId" uuid, hash text)`.execute(tx)
}

/** Puts another hash in the place of `outdated`; false, and nothing done, when the password was changed meanwhile. */
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

/** Gives a person who has a password another one, whatever theirs was; false when they have none. */
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

/** Whether the person's password became what it is after `since`; a newer form of the same password counts as well. */
export async function hasPasswordSince(db: Database, userId: string, since: Date): Promise<boolean> {
  const newer = db
    .selectFrom('accounts')
    .select('id')
    .where('provider_id', '=', CREDENTIAL)
    .where('account_id', '=', userId)
    .where('updated_at', '>', since)
  return (await newer.executeTakeFirst()) !== undefined
}

/** The ways in of a person, the oldest first, at most `ACCOUNTS_MAX`. */
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

/** Takes one way in away, if it is the person's. */
export async function deleteAccount(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).where('id', '=', id).execute()
}

type Sealing = Pick<Secrets, 'seal'>

/** An account of a provider that becomes a person's way in. */
export interface NewLink {
  readonly userId: string
  readonly providerId: string
  /** The person's id at the provider. */
  readonly accountId: string
  readonly tokens: LinkTokens
  readonly now: Date
}

/** The columns of those tokens that were sent: what was not stays as it is. */
function tokenColumns(secrets: Sealing, tokens: LinkTokens) {
  const { accessToken, refreshToken, idToken, scopes } = tokens
  const sealed = (token: string) => secrets.seal(TOKEN_SEAL, token)
  return {
    ...(accessToken !== null && { sealed_access_token: sealed(accessToken), access_token_expires_at: tokens.accessTokenExpiresAt }),
    ...(refreshToken !== null && { sealed_refresh_token: sealed(refreshToken), refresh_token_expires_at: tokens.refreshTokenExpiresAt }),
    ...(idToken !== null && { sealed_id_token: sealed(idToken) }),
    ...(scopes.length > 0 && { scope: scopes.join(',') }),
  }
}

/** Links an account of a provider. Rejects with the database's unique breach (`isLinkedBreach`) when somebody has it. */
export async function insertLink(tx: Tx, secrets: Sealing, link: NewLink): Promise<void> {
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

/** The name of the constraint by which an account of a provider is one person's. */
export const LINK_KEY = 'accounts_provider_key'

/** Keeps those tokens that were sent with an account. May be among gathered writes. */
export async function saveTokens(tx: Tx, secrets: Sealing, saved: { id: string; tokens: LinkTokens; now: Date }): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ ...tokenColumns(secrets, saved.tokens), refresh_lease_ends_at: null, updated_at: saved.now })
    .where('id', '=', saved.id)
    .execute()
}

/** A claim to ask the provider for new tokens, which lasts until `endsAt`. */
export interface RefreshLease {
  readonly id: string
  readonly endsAt: Date
  readonly now: Date
}

/** Claims it, in one conditional statement: of many at once, over all instances, one may ask. */
export async function claimRefresh(tx: Tx, { id, endsAt, now }: RefreshLease): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ refresh_lease_ends_at: endsAt })
    .where('id', '=', id)
    .where((row) => row.or([row('refresh_lease_ends_at', 'is', null), row('refresh_lease_ends_at', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the claim and keeps the tokens that were sent; nothing when a sign-in has brought newer ones, or somebody else asks by now. */
export async function endRefresh(
  tx: Tx,
  secrets: Sealing,
  { id, endsAt, now, tokens }: RefreshLease & { readonly tokens: LinkTokens | undefined },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ ...(tokens && { ...tokenColumns(secrets, tokens), updated_at: now }), refresh_lease_ends_at: null })
    .where('id', '=', id)
    .where('refresh_lease_ends_at', '=', endsAt)
    .execute()
}

/** Takes every way in from a person: their password, and accounts of providers. Gives whether there was a password. */
export async function deleteAccountsOf(tx: Tx, userId: string): Promise<{ readonly hadPassword: boolean; readonly links: number }> {
  const deleted = await tx.deleteFrom('accounts').where('user_id', '=', userId).returning('provider_id as providerId').execute()
  const hadPassword = deleted.some(({ providerId }) => providerId === CREDENTIAL)
  return { hadPassword, links: deleted.length - (hadPassword ? 1 : 0) }
}
