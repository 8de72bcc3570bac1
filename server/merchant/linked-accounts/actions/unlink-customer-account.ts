import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { deleteLinkedAccount, type LinkedAccountKey } from '../store.ts'
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
