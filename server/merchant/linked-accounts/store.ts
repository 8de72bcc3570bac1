import { type RawBuilder, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import { type Database, isUniqueBreach, type Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import type { AccountTokens, AuthorizedAccount } from './adapters/account-provider.ts'
import { REVOCATION_SEAL, revocationSpec } from './job-specs.ts'
import { type AccountProviderId, type Connection, connectionColumns, type LinkedAccount, linkedAccountColumns } from './model.ts'
import { linkedAccountRefusals } from './refusals.ts'

/** The purpose under which the tokens of accounts are sealed. */
const TOKEN_SEAL = 'linked-account-token'
declareSealed(
  TOKEN_SEAL,
  { table: 'linked_accounts', column: 'sealed_access_token' },
  { table: 'linked_accounts', column: 'sealed_refresh_token' },
)
declareSealed(REVOCATION_SEAL, {
  table: 'jobs',
  column: 'payload',
  path: ['sealed'],
  where: sql<boolean>`target.kind = ${sql.lit(revocationSpec.kind)}`,
})

interface SealedTokens {
  sealed_access_token: string | null
  sealed_refresh_token: string | null
  access_token_expires_at: Date | null
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    linked_accounts: Row<typeof linkedAccountColumns> & SealedTokens
    connections: Row<typeof connectionColumns>
  }
}

/** The rows of linked accounts. */
export const linkedAccounts = table('linked_accounts', linkedAccountColumns)

/** The rows of connections. */
export const connections = table('connections', connectionColumns)

/** A customer and a provider: they name one linked account. */
export interface LinkedAccountKey {
  readonly organizationId: string
  readonly customerId: string
  readonly provider: AccountProviderId
}

const keyed = ({ organizationId, customerId, provider }: LinkedAccountKey) =>
  sql`where organization_id = ${organizationId} and customer_id = ${customerId} and provider = ${provider}`

/** The account of a customer at a provider. */
export async function findLinkedAccount(db: Database, key: LinkedAccountKey): Promise<LinkedAccount | undefined> {
  const [account] = await linkedAccounts.select(db, keyed(key))
  return account
}

/** The accounts of the joined table `customers` as JSON, one for each provider at most; `fromLinkedAccountRows` reads it. */
export const linkedAccountsOfCustomerJson: RawBuilder<StoredRow[]> = sql<StoredRow[]>`(
  select coalesce(json_agg(${linkedAccounts.json('account')} order by account.provider), '[]') from linked_accounts as account
  where account.organization_id = customers.organization_id and account.customer_id = customers.id)`

/** Maps the JSON of `linkedAccountsOfCustomerJson` to the accounts. */
export function fromLinkedAccountRows(rows: readonly StoredRow[]): LinkedAccount[] {
  return rows.map(linkedAccounts.fromRow)
}

/** The account, and the tokens with which it acts: each null where there is none, or where it cannot be opened. */
export interface StoredTokens {
  readonly id: string
  readonly accountId: string
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly expiresAt: Date | null
  /** The sealed access token, by which `replaceTokens` recognizes the row. */
  readonly sealedAccessToken: string | null
}

/** The tokens of a customer's account. */
export async function findTokens(db: Database, secrets: Secrets, key: LinkedAccountKey): Promise<StoredTokens | undefined> {
  const row = await db
    .selectFrom('linked_accounts')
    .select(TOKEN_COLUMNS)
    .where('organization_id', '=', key.organizationId)
    .where('customer_id', '=', key.customerId)
    .where('provider', '=', key.provider)
    .executeTakeFirst()
  return row && openTokens(secrets, row)
}

const TOKEN_COLUMNS = ['id', 'account_id', 'sealed_access_token', 'sealed_refresh_token', 'access_token_expires_at'] as const

function openTokens(secrets: Secrets, row: SealedTokens & { readonly id: string; readonly account_id: string }): StoredTokens {
  return {
    id: row.id,
    accountId: row.account_id,
    accessToken: secrets.openOrNull(TOKEN_SEAL, row.sealed_access_token),
    refreshToken: secrets.openOrNull(TOKEN_SEAL, row.sealed_refresh_token),
    expiresAt: row.access_token_expires_at,
    sealedAccessToken: row.sealed_access_token,
  }
}

/** Stores refreshed tokens, unless others were stored since `from` was read. */
export async function replaceTokens(
  tx: Tx,
  secrets: Secrets,
  { key, from, tokens }: { readonly key: LinkedAccountKey; readonly from: StoredTokens; readonly tokens: AccountTokens },
): Promise<void> {
  await tx
    .updateTable('linked_accounts')
    .set(sealed(secrets, { ...tokens, refreshToken: tokens.refreshToken ?? from.refreshToken }))
    .where('organization_id', '=', key.organizationId)
    .where('id', '=', from.id)
    .where('sealed_access_token', 'is not distinct from', from.sealedAccessToken)
    .execute()
}

/** Deletes a refresh token that the provider has refused, unless other tokens were stored since `from` was read. */
export async function forgetRefreshToken(
  tx: Tx,
  { key, from }: { readonly key: LinkedAccountKey; readonly from: StoredTokens },
): Promise<void> {
  await tx
    .updateTable('linked_accounts')
    .set({ sealed_refresh_token: null })
    .where('organization_id', '=', key.organizationId)
    .where('id', '=', from.id)
    .where('sealed_access_token', 'is not distinct from', from.sealedAccessToken)
    .execute()
}

function sealed(secrets: Secrets, tokens: AccountTokens | null): SealedTokens {
  const seal = (plain: string | null | undefined) => (plain ? secrets.seal(TOKEN_SEAL, plain) : null)
  return {
    sealed_access_token: seal(tokens?.accessToken),
    sealed_refresh_token: seal(tokens?.refreshToken),
    access_token_expires_at: tokens?.expiresAt ?? null,
  }
}

/** Stores the account of a customer in place of an earlier one of the provider. Refused if another customer has linked the account. */
export async function saveLinkedAccount(
  tx: Tx,
  secrets: Secrets,
  { key, account, now }: { readonly key: LinkedAccountKey; readonly account: AuthorizedAccount; readonly now: Date },
): Promise<void> {
  const { accountId, accountName, tokens } = account
  const linked: LinkedAccount = { id: newId(now), ...key, accountId, accountName, createdAt: now, modifiedAt: null }
  const tokenColumns = sealed(secrets, tokens)
  const changed = { account_id: accountId, account_name: accountName, modified_at: now, ...tokenColumns }
  try {
    await linkedAccounts
      .inserting(tx, [linked], { ...tokenColumns })
      .onConflict((conflict) => conflict.columns(['organization_id', 'customer_id', 'provider']).doUpdateSet(changed))
      .execute()
  } catch (error) {
    // The index decides, because another customer may link the account between a look-up and the write.
    if (isUniqueBreach(error, 'linked_accounts_account')) refuse(linkedAccountRefusals.AccountTaken)
    throw error
  }
}

/** Deletes the account of a customer. Returns its tokens; undefined if there is no account. */
export async function deleteLinkedAccount(tx: Tx, secrets: Secrets, key: LinkedAccountKey): Promise<StoredTokens | undefined> {
  const tokens = await findTokens(tx, secrets, key)
  if (!tokens) return undefined
  const { organizationId } = key
  const { numDeletedRows } = await tx
    .deleteFrom('linked_accounts')
    .where('organization_id', '=', organizationId)
    .where('id', '=', tokens.id)
    .executeTakeFirst()
  return numDeletedRows > 0n ? tokens : undefined
}

/** Deletes the accounts of a customer at all providers, and returns their tokens. */
export async function deleteLinkedAccountsOf(
  tx: Tx,
  secrets: Secrets,
  { organizationId, customerId }: Omit<LinkedAccountKey, 'provider'>,
): Promise<StoredTokens[]> {
  const deleting = tx.deleteFrom('linked_accounts').where('organization_id', '=', organizationId).where('customer_id', '=', customerId)
  return (await deleting.returning(TOKEN_COLUMNS).execute()).map((row) => openTokens(secrets, row))
}

/** Whether a customer of any organization has linked an account at Discord. */
export async function isDiscordAccountLinked(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from linked_accounts where provider = 'discord' and account_id = ${accountId} limit 1`.execute(db)
  return rows.length > 0
}

/** The account at GitHub of an organization. */
export async function findGithubConnection(db: Database, organizationId: string): Promise<Connection | undefined> {
  const [connection] = await connections.select(db, sql`where organization_id = ${organizationId} and provider = 'github'`)
  return connection
}

/** Stores the account of an organization in place of an earlier one. */
export async function saveConnection(tx: Tx, connection: Connection): Promise<void> {
  const { accountId, accountName, createdAt } = connection
  const changed = { account_id: accountId, account_name: accountName, modified_at: createdAt }
  await connections
    .inserting(tx, [connection])
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider']).doUpdateSet(changed))
    .execute()
}

/** Deletes a connection of one of the organizations, and returns it. */
export async function deleteStoredConnection(tx: Tx, tenants: readonly string[], id: string): Promise<Connection | undefined> {
  const connection = await connections.lock(tx, tenants, id)
  if (!connection) return undefined
  await tx.deleteFrom('connections').where('organization_id', '=', connection.organizationId).where('id', '=', id).execute()
  return connection
}
