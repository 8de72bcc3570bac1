import { assert } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import { isCurrency } from '#kernel/money.ts'
import { invalid, refuse, valueProblem } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { postCustomerCredit } from '#money/books/payouts/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { CustomerCredit } from '../model.ts'
import { creditRefusals } from '../refusals.ts'
import { insertCredit, insertGrant } from '../store.ts'

/** Credit that a merchant gives to a customer of one of the tenants. `amount` is in minor units, above zero. */
export interface GrantCreditInput {
  readonly tenants: readonly string[]
  readonly customerId: string
  readonly amount: number
  readonly currency: string
  readonly note: string | null
}

const unreversed = { reversedAmount: 0, reversedTaxAmount: 0 } as const

/** Gives credit to a customer, within the limit. The audit log has no note: it may name the customer. Refuses an unknown customer (404) and currency (422). */
export async function grantCredit(tx: Tx, by: AuditContext, { tenants, customerId, ...grant }: GrantCreditInput): Promise<CustomerCredit> {
  const customer = (await customers.lock(tx, tenants, customerId)) ?? refuse(creditRefusals.ResourceNotFound)
  if (!isCurrency(grant.currency)) invalid([valueProblem(['body', 'currency'], 'This is not a currency that can be sold in.')])
  const { organizationId } = customer
  const now = by.platform.clock.now(customer)
  const id = newId(now)
  const base = {
    id,
    organizationId,
    customerId,
    createdAt: now,
    kind: 'grant',
    source: `credit:${id}`,
    taxAmount: 0,
    ...unreversed,
    orderId: null,
  } as const
  const credit: CustomerCredit = { ...base, ...grant }
  await insertGrant(tx, by.platform, credit)
  await postEntryOf(tx, by.platform, credit)
  await recordAudit(tx, by, {
    action: 'customer.credit_granted',
    organizationId,
    target: { type: 'customer', id: customerId },
    details: { credit_id: id, amount: credit.amount, currency: credit.currency },
  })
  return credit
}

/** The sum that a customer gets back for the rest of a period before a downgrade: `net` and `tax`, in minor units, above zero together. */
export interface DowngradeCreditInput {
  readonly organizationId: string
  readonly customerId: string
  readonly net: number
  readonly tax: number
  readonly currency: string
  /** The order whose money it is. */
  readonly orderId: string
  /** The change, and its time: the credit is given once for it. Unlike the sources of orders and refunds. */
  readonly source: string
  readonly now: Date
}

/**
 * Gives the credit of a downgrade, with its share of the tax (section 3.4), in the transaction of the change. Returns null where it was given
 * for the source before.
 */
export async function postDowngradeCredit(tx: Tx, platform: Platform, input: DowngradeCreditInput): Promise<CustomerCredit | null> {
  const { net: amount, tax: taxAmount, now, ...rest } = input
  assert(amount + taxAmount > 0, 'A downgrade gives no credit')
  const credit: CustomerCredit = {
    ...rest,
    id: newId(now),
    kind: 'downgrade',
    amount,
    taxAmount,
    ...unreversed,
    note: null,
    createdAt: now,
  }
  if (!(await insertCredit(tx, credit))) return null
  await postEntryOf(tx, platform, credit)
  return credit
}

function postEntryOf(tx: Tx, platform: Platform, credit: CustomerCredit): Promise<void> {
  const { organizationId, customerId, source, currency, kind, amount: net, taxAmount: tax, createdAt: now } = credit
  const context = { organizationId, source, orderId: null, customerId, currency, now }
  return postCustomerCredit(tx, platform, { isGrant: kind === 'grant', net, tax, context })
}
