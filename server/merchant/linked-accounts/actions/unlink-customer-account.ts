import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { linkedAccountRefusals } from '../refusals.ts'
import { deleteLinkedAccount, type LinkedAccountKey } from '../store.ts'

/** Deletes the account that a customer has linked, and its tokens. Access that it was given stays until its benefits end. 404 without one. */
export async function unlinkCustomerAccount(tx: Tx, key: LinkedAccountKey): Promise<void> {
  const isDeleted = await deleteLinkedAccount(tx, key)
  if (!isDeleted) refuse(linkedAccountRefusals.ResourceNotFound)
}
