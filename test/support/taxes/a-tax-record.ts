import { newId } from '#kernel/id.ts'
import { newRecord } from '#money/billing/tax-records/rules.ts'
import { taxRecords } from '#money/billing/tax-records/store.ts'
import type { TestServer } from '../server.ts'

/** Inserts a record of an order that the tax service does not accept, as after a sale whose tax it has worked out. Returns its id. */
export async function aTaxRecord(
  { platform }: Pick<TestServer, 'platform'>,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<string> {
  const now = platform.clock.now({ organizationId })
  const amounts = { amount: 4200, taxAmount: 798, currency: 'usd', calculationId: null }
  const record = newRecord({ organizationId, orderId, kind: 'sale', engine: 'stripe', reference: `test:${newId(now)}`, ...amounts, now })
  const failure = { status: 'failed', failureReason: 'refused', failureDetail: 'The reference is used.', nextAttemptAt: null } as const
  await platform.database.transaction((tx) => taxRecords.insert(tx, { ...record, ...failure }))
  return record.id
}
