// The personal data of a customer as one JSON document, written piece by piece.
import type { Customer } from '#merchant/customers/model.ts'
import { toCustomerWire } from '#merchant/customers/wire.ts'
import { linkedAccountList } from '#merchant/linked-accounts/index.ts'
import { toExportedAccountWire } from '#merchant/linked-accounts/wire.ts'
import { creditList, toCreditWire } from '#money/customer-credit/index.ts'
import { invoiceList } from '#money/invoices/index.ts'
import { toInvoiceWire } from '#money/invoices/wire.ts'
import { orderList, paymentList, toPaymentWire } from '#money/orders/index.ts'
import { toOrderWire } from '#money/orders/wire.ts'
import { paymentMethodList, toExportedPaymentMethod } from '#money/payments/index.ts'
import { customerMeterList } from '#money/usage/index.ts'
import { toCustomerMeterWire } from '#money/usage/wire.ts'
import { triggerList } from '#money/usage-alerts/index.ts'
import { toTriggerWire } from '#money/usage-alerts/wire.ts'
import { readCustomerEvents, toUsageEventWire } from '#money/usage-events/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery, ResourceList } from '#platform/resource/list.ts'
import { checkoutList } from '#sales/checkouts/index.ts'
import { type CheckoutWire, toCheckoutWire } from '#sales/checkouts/wire.ts'
import { disputeList } from '#sales/disputes/index.ts'
import { toDisputeWire } from '#sales/disputes/wire.ts'
import { downloadCountList } from '#sales/downloads/index.ts'
import { toDownloadCountWire } from '#sales/downloads/wire.ts'
import { grantList } from '#sales/grants/index.ts'
import { toGrantFields } from '#sales/grants/wire.ts'
import { activatedKeyList } from '#sales/license-keys/index.ts'
import { toActivatedKeyWire } from '#sales/license-keys/wire.ts'
import { refundList } from '#sales/refunds/index.ts'
import { toRefundWire } from '#sales/refunds/wire.ts'

/** The rows of each kind in one document, at most; the newest ones come first. */
export const ROWS_MAXIMUM = 50_000

/** The usage events in one document, at most; the newest ones. They are read as the client takes them, so no memory bounds them. */
export const EVENTS_MAXIMUM = 500_000

/** What a buyer entered on a checkout page, and what was recorded beside it. */
const checkoutFields = [
  'id',
  'created_at',
  'status',
  'customer_email',
  'customer_name',
  'customer_billing_name',
  'customer_billing_address',
  'customer_tax_id',
  'customer_ip_address',
  'custom_field_data',
  'customer_metadata',
  'total_amount',
  'currency',
] as const satisfies readonly (keyof CheckoutWire)[]

/** A kind of row in the document: the batches of a customer's rows as JSON. */
interface Part {
  readonly name: string
  readonly batches: AsyncIterable<readonly object[]>
}

/** The parts of the document; undefined where a kind has more rows than a document may have. */
export async function partsOf(db: Database, platform: Platform, customer: Customer): Promise<readonly Part[] | undefined> {
  const { BASE_URL } = platform.settings
  const ofCustomer = { customer_id: [customer.id] } as unknown as ListQuery
  const part = async <Item>(name: string, list: ResourceList<Item>, toJson: (item: Item) => object): Promise<Part | undefined> => {
    const request = { organizationIds: [customer.organizationId], query: ofCustomer, limit: ROWS_MAXIMUM }
    const matching = await list.readAll(db, request, platform)
    return matching && { name, batches: mapped(matching.batches, toJson) }
  }
  const ofUsage = { organizationId: customer.organizationId, customerId: customer.id }
  const events = {
    name: 'usage_events',
    batches: mapped(readCustomerEvents({ db, clickhouse: platform.clickhouse }, ofUsage, EVENTS_MAXIMUM), (event) =>
      withoutCustomer(toUsageEventWire({ event, customer }, BASE_URL)),
    ),
  }
  const parts = [
    await part('orders', orderList, ({ customer: _, ...order }) => withoutCustomer(toOrderWire({ customer, ...order }, BASE_URL))),
    await part('invoices', invoiceList, (invoice) => ({ ...toInvoiceWire(invoice), content: invoice.invoice.content })),
    await part('payments', paymentList, toPaymentWire),
    await part('payment_methods', paymentMethodList, toExportedPaymentMethod),
    await part('credits', creditList, toCreditWire),
    await part('usage', customerMeterList, (used) => withoutCustomer(toCustomerMeterWire(used, BASE_URL))),
    events,
    await part('usage_alerts', triggerList, toTriggerWire),
    await part('linked_accounts', linkedAccountList, toExportedAccountWire),
    await part('benefit_grants', grantList, ({ grant }) => ({ ...toGrantFields(grant), properties: grant.properties })),
    await part('license_keys', activatedKeyList, (key) => withoutCustomer(toActivatedKeyWire(key, BASE_URL))),
    await part('downloads', downloadCountList, toDownloadCountWire),
    await part('refunds', refundList, (refund) => withoutCustomer(toRefundWire(refund))),
    await part('disputes', disputeList, (dispute) => withoutCustomer(toDisputeWire(dispute, BASE_URL))),
    await part('checkouts', checkoutList, (checkout) => picked(toCheckoutWire(checkout, BASE_URL))),
  ]
  return parts.every((each) => each !== undefined) ? parts : undefined
}

/** The document as text: the customer, then each part as an array. */
export async function* documentOf(customer: Customer, parts: readonly Part[], baseUrl: string): AsyncGenerator<string> {
  yield `{"customer":${JSON.stringify(toCustomerWire(customer, baseUrl))}`
  for (const { name, batches } of parts) {
    yield `,\n${JSON.stringify(name)}:[`
    let separator = ''
    for await (const items of batches) {
      if (items.length === 0) continue
      yield separator + items.map((item) => JSON.stringify(item)).join(',\n')
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}

async function* mapped<Item>(batches: AsyncIterable<readonly Item[]>, toJson: (item: Item) => object): AsyncGenerator<readonly object[]> {
  for await (const items of batches) yield items.map(toJson)
}

function withoutCustomer<Wire extends object>(wire: Wire): object {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => name !== 'customer'))
}

function picked(checkout: CheckoutWire): object {
  return Object.fromEntries(checkoutFields.map((name) => [name, checkout[name]]))
}
