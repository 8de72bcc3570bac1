import { z } from 'zod'
import { BLOCK_REASON_MAXIMUM, type Block } from '#identity/organizations/model.ts'
import { id, timestamp, toTimestamp, trimmedText } from '#platform/http/wire-parts.ts'

const about = {
  at: 'Since when the organization takes no payment; null where it may.',
  reason: 'Why the operator has blocked it, as its members read it; null where it is not blocked.',
}

/** The fields of the administration that say whether an organization is blocked. */
export const blockFields = {
  blockedAt: timestamp.nullable().meta({ description: about.at }),
  blockedReason: z.string().nullable().meta({ description: about.reason }),
}

/** The organization to block, and why. */
export const blockOrganizationBody = z.object({
  organizationId: id,
  reason: trimmedText(1, BLOCK_REASON_MAXIMUM).meta({ description: 'Why; the members of the organization read it in its audit log.' }),
})

/** The organization to unblock. */
export const unblockOrganizationBody = z.object({ organizationId: id })

/** Whether an organization is blocked. */
export const blockAnswer = z.object({ organizationId: id, ...blockFields }).meta({ id: 'OrganizationBlock' })

/** The block of an organization as JSON; null: it is not blocked. */
export function toBlockWire(block: Block | null): { readonly blockedAt: string | null; readonly blockedReason: string | null } {
  return { blockedAt: toTimestamp(block?.at ?? null), blockedReason: block?.reason ?? null }
}
