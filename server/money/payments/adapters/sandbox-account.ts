import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, readList, totalCount } from '#platform/database/list.ts'
import type { SandboxCharge } from '../model.ts'

/** The filter of a list of charges. */
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

/** The sandbox's reference of a charge. */
export function sandboxReference(charge: { readonly id: string }): string {
  return `sandbox_ch_${charge.id}`
}

/**
 * Lists the sandbox's own record, newest first, like a merchant's account at a processor. It reads only the sandbox's table, so
 * that our records can be compared with it.
 */
export function listSandboxCharges(db: Database, filter: SandboxChargeFilter): Promise<ListResult<SandboxCharge>> {
  const found = db.selectFrom('sandbox_charges').where('organization_id', '=', anyOf(filter.organizationIds))
  // Ids increase with time.
  const rows = found.select(columns).orderBy('id', 'desc')
  return readList(db, { count: found.select(totalCount), rows, page: filter.page }, (row: Omit<SandboxCharge, 'reference'>) => ({
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
