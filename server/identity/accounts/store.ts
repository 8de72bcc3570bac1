import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { CREDENTIAL } from './model.ts'

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

/** Gives the person this password, whether they had one or not. */
export async function savePassword(tx: Tx, { userId, hash, now }: CredentialPassword): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      id: newId(now),
      user_id: userId,
      provider_id: CREDENTIAL,
      account_id: userId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('accounts_provider_key').doUpdateSet({ password: hash, updated_at: now }))
    .execute()
}

/** Puts a newer form of the same password in the place of `outdated`; does nothing when the password was changed meanwhile. */
export async function replaceHash(tx: Tx, outdated: string, { userId, hash, now }: CredentialPassword): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password: hash, updated_at: now })
    .where('provider_id', '=', CREDENTIAL)
    .where('account_id', '=', userId)
    .where('password', '=', outdated)
    .execute()
}
