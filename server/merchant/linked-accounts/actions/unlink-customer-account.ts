import { invalidateTokens } from '#identity/verification/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { accountProviders } from '../model.ts'
import { STATE_PURPOSE, stateSubject } from '../state.ts'
import { deleteLinkedAccount, deleteLinkedAccountsOf, type LinkedAccountKey } from '../store.ts'
import { enqueueRevocation } from './enqueue-revocation.ts'

/**
 * Deletes the account that a customer has linked, and its tokens, which a job revokes at the provider after the transaction. False if there is
 * none. Access that the account was given stays until its benefits end.
 */
export async function unlinkCustomerAccount(tx: Tx, platform: Platform, key: LinkedAccountKey): Promise<boolean> {
  const tokens = await deleteLinkedAccount(tx, platform.secrets, key)
  if (tokens) await enqueueRevocation(tx, platform, tokens)
  return tokens !== undefined
}

/**
 * Deletes all accounts that a customer has linked, and voids the links that were begun: the address of the customer was verified, or a buyer
 * has typed it who may be another person.
 */
export async function unlinkCustomerAccounts(tx: Tx, platform: Platform, customer: Omit<LinkedAccountKey, 'provider'>): Promise<void> {
  for (const tokens of await deleteLinkedAccountsOf(tx, platform.secrets, customer)) await enqueueRevocation(tx, platform, tokens)
  const subjects = accountProviders.map((provider) => stateSubject(provider, customer.customerId))
  await invalidateTokens(tx, STATE_PURPOSE, subjects)
}
