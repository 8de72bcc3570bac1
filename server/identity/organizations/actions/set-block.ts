import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Block } from '../model.ts'
import { findAndLockBlock, fromOrganizationRow, saveBlock } from '../store.ts'
import { toOrganizationEventWire } from '../wire.ts'

/** The organization to block and the reason; without one it is unblocked. */
export interface SetBlockInput {
  readonly organizationId: string
  readonly reason: string | null
  readonly now: Date
}

/** The block of an organization after a change, and whether the change made a difference. */
export interface SetBlockResult {
  readonly block: Block | null
  readonly hasChanged: boolean
}

/**
 * Blocks an organization, so that it takes no payment (rule C8), or lifts its block. Waits for the confirms that are starting a payment:
 * none starts afterwards. Another reason replaces the first one, which keeps its time. Undefined where there is no such organization.
 */
export async function setBlock(
  tx: Tx,
  platform: Platform,
  { organizationId, reason, now }: SetBlockInput,
): Promise<SetBlockResult | undefined> {
  const found = await findAndLockBlock(tx, organizationId)
  if (!found) return undefined
  const { organization: row, block: before } = found
  if ((before?.reason ?? null) === reason) return { block: before, hasChanged: false }
  const block = reason === null ? null : { at: before?.at ?? now, reason }
  await saveBlock(tx, organizationId, block)
  const payload = toOrganizationEventWire(fromOrganizationRow(row))
  await emit(tx, platform, { name: 'organization.changed', organizationId, resourceId: organizationId, payload, now })
  return { block, hasChanged: true }
}
