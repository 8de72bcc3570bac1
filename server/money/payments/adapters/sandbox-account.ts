import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, countedAs, type Listed, readList } from '#platform/database/list.ts'
import type { SandboxCharge } from '../model.ts'

/** Which charges a list shows. */
export interface SandboxChargeFilter {
  readonly organizationIds: readonly string[]
  readonly page: Page
}

const columns = [
  'organization_id as organizationId',
  'id',
  'key',
  'status',
  'amount',
  'currency',
  'decline_code as declineCode',
  'brand',
  'last4',
  'created_at as createdAt',
] as const

/** How the sandbox names a charge where it speaks of it. */
export function sandboxReference(charge: { readonly id: string }): string {
  return `sandbox_ch_${charge.id}`
}

/**
 * The sandbox's own record, newest first, as the account of a merchant at a processor would show it. It is read from its books
 * alone, so that ours can be compared with it.
 */
export function listSandboxCharges(db: Database, filter: SandboxChargeFilter): Promise<Listed<SandboxCharge>> {
  const found = db.selectFrom('sandbox_charges').where('organization_id', '=', anyOf(filter.organizationIds))
  // Ids are made in the order of time.
  const rows = found.select(columns).orderBy('id', 'desc')
  return readList(db, { count: found.select(countedAs), rows, page: filter.page }, (row: Omit<SandboxCharge, 'reference'>) => ({
    organizationId: row.organizationId,
    id: row.id,
    key: row.key,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    declineCode: row.declineCode,
    brand: row.brand,
    last4: row.last4,
    reference: sandboxReference(row),
    createdAt: row.createdAt,
  }))
}
