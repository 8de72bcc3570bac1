// The parts of the personal data of a customer: what each shows, field by field, and the scope that reads it elsewhere.
import type { Scope } from '#contract/access.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { linkedAccountList } from '#merchant/linked-accounts/index.ts'
import { toExportedAccountWire } from '#merchant/linked-accounts/wire.ts'
import { invoiceList } from '#money/billing/invoices/index.ts'
import { toInvoiceWire } from '#money/billing/invoices/wire.ts'
import { orderList, paymentList, toPaymentWire } from '#money/billing/orders/index.ts'
import { toOrderWire } from '#money/billing/orders/wire.ts'
import { subscriptionList } from '#money/billing/subscriptions/index.ts'
import { toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import { paymentMethodList, toExportedPaymentMethod } from '#money/payments/index.ts'
import { triggerList } from '#money/usage/alerts/index.ts'
import { toTriggerWire } from '#money/usage/alerts/wire.ts'
import { customerMeterList } from '#money/usage/counts/index.ts'
import { toCustomerMeterWire } from '#money/usage/counts/wire.ts'
import { creditList, toCreditWire } from '#money/usage/credit/index.ts'
import { readCustomerEvents, toUsageEventWire } from '#money/usage/events/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery, ResourceList } from '#platform/resource/list.ts'
import { downloadCountList } from '#sales/access/downloads/index.ts'
import { toDownloadCountWire } from '#sales/access/downloads/wire.ts'
import { grantList } from '#sales/access/grants/index.ts'
import { toGrantFields } from '#sales/access/grants/wire.ts'
import { activatedKeyList } from '#sales/access/license-keys/index.ts'
import { toActivatedKeyWire } from '#sales/access/license-keys/wire.ts'
import { checkoutList } from '#sales/checkouts/index.ts'
import { toCheckoutWire } from '#sales/checkouts/wire.ts'
import { disputeList } from '#sales/returns/disputes/index.ts'
import { toDisputeWire } from '#sales/returns/disputes/wire.ts'
import { refundList } from '#sales/returns/refunds/index.ts'
import { toRefundWire } from '#sales/returns/refunds/wire.ts'

/** The rows of each kind in one document, at most; the newest ones come first. */
export const ROWS_MAXIMUM = 50_000

/** The usage events in one document, at most; the newest ones. They are read as the client takes them, so no memory bounds them. */
const EVENTS_MAXIMUM = 500_000

/** A payment has the card only where it is known. */
const PAYMENT_FIELDS = [
  ...(['id', 'created_at', 'modified_at', 'status', 'amount', 'currency', 'trigger', 'checkout_id', 'order_id', 'order_number'] as const),
  ...([
    'customer_name',
    'customer_email',
    'method',
    'method_metadata',
    'decline_reason',
    'decline_message',
    'settled_at',
    'is_test',
  ] as const),
] as const
const EVENT_FIELDS = [
  ...(['id', 'timestamp', 'name', 'source', 'customer_id', 'external_customer_id', 'external_id', 'metadata'] as const),
] as const

/** A kind of row in the document: the batches of a customer's rows as JSON. */
export interface Part {
  readonly name: string
  readonly batches: AsyncIterable<readonly object[]>
}

/** A part that the document may have. */
export interface PartKind {
  readonly name: string
  /** A caller who may not read it elsewhere gets the document without it. */
  readonly scope: Scope
  /** The part; undefined where the kind has more rows than a document may have. */
  read(db: Database, platform: Platform, customer: Customer): Promise<Part | undefined>
}

interface ListedPart<Item, Wire extends object> extends Pick<PartKind, 'name' | 'scope'> {
  readonly list: ResourceList<Item>
  readonly toWire: (item: Item, baseUrl: string) => Wire
  readonly fields: readonly (keyof Wire & string)[]
}

/** The parts, in the order of the document. */
export const partKinds: readonly PartKind[] = [
  listed({
    name: 'orders',
    scope: 'orders:read',
    list: orderList,
    toWire: toOrderWire,
    fields: [
      ...(['id', 'created_at', 'modified_at', 'number', 'status', 'billing_reason', 'description', 'items', 'locale', 'is_test'] as const),
      ...(['currency', 'subtotal_amount', 'discount_amount', 'net_amount', 'tax_amount', 'total_amount'] as const),
      ...(['applied_balance_amount', 'written_off_amount', 'refunded_amount', 'refunded_tax_amount', 'disputed_amount'] as const),
      ...(['billing_name', 'billing_address', 'customer_tax_id', 'tax_breakdown', 'taxability_reason'] as const),
      ...(['is_invoice_generated', 'invoice_number', 'product_id', 'discount_id', 'checkout_id', 'subscription_id'] as const),
      ...(['metadata', 'custom_field_data'] as const),
    ],
  }),
  listed({
    name: 'subscriptions',
    scope: 'subscriptions:read',
    list: subscriptionList,
    toWire: toSubscriptionWire,
    fields: [
      ...(['id', 'created_at', 'modified_at', 'status', 'amount', 'currency', 'recurring_interval', 'locale', 'is_test'] as const),
      ...(['current_period_start', 'current_period_end', 'trial_start', 'trial_end', 'started_at', 'ends_at', 'ended_at'] as const),
      ...(['cancel_at_period_end', 'canceled_at', 'customer_cancellation_reason', 'customer_cancellation_comment'] as const),
      ...(['past_due_at', 'product_id', 'discount_id', 'checkout_id', 'metadata', 'custom_field_data'] as const),
    ],
  }),
  listed({
    name: 'invoices',
    scope: 'orders:read',
    list: invoiceList,
    toWire: (full) => ({ ...toInvoiceWire(full), content: full.invoice.content }),
    fields: [
      ...(['id', 'created_at', 'kind', 'number', 'order_id', 'order_number', 'refund_id', 'credit_id', 'currency', 'net_amount'] as const),
      ...(['tax_amount', 'total_amount', 'language', 'voided_at', 'invoice_number', 'content'] as const),
    ],
  }),
  listed({
    name: 'payments',
    scope: 'payments:read',
    list: paymentList,
    toWire: (payment): Record<(typeof PAYMENT_FIELDS)[number], unknown> => ({ method_metadata: undefined, ...toPaymentWire(payment) }),
    fields: PAYMENT_FIELDS,
  }),
  listed({
    name: 'payment_methods',
    scope: 'customers:read',
    list: paymentMethodList,
    toWire: toExportedPaymentMethod,
    fields: ['id', 'created_at', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default', 'removed_at'],
  }),
  listed({
    name: 'credits',
    scope: 'orders:read',
    list: creditList,
    toWire: toCreditWire,
    fields: ['id', 'created_at', 'kind', 'amount', 'tax_amount', 'currency', 'note'],
  }),
  listed({
    name: 'usage',
    scope: 'customer_meters:read',
    list: customerMeterList,
    toWire: (used, baseUrl) => {
      const wire = toCustomerMeterWire(used, baseUrl)
      return { ...wire, meter: { id: wire.meter.id, name: wire.meter.name } }
    },
    fields: ['id', 'created_at', 'modified_at', 'meter_id', 'meter', 'consumed_units', 'credited_units', 'balance'],
  }),
  { name: 'usage_events', scope: 'events:read', read: readEvents },
  listed({
    name: 'usage_alerts',
    scope: 'meters:read',
    list: triggerList,
    toWire: toTriggerWire,
    fields: ['id', 'alert_id', 'meter_id', 'customer_id', 'window_start', 'threshold', 'consumed_units', 'triggered_at'],
  }),
  listed({
    name: 'linked_accounts',
    scope: 'customers:read',
    list: linkedAccountList,
    toWire: toExportedAccountWire,
    fields: ['provider', 'account_id', 'account_username', 'created_at', 'modified_at'],
  }),
  listed({
    name: 'benefit_grants',
    scope: 'benefits:read',
    list: grantList,
    toWire: ({ grant }) => ({ ...toGrantFields(grant), properties: grant.properties }),
    fields: [
      ...([
        'id',
        'created_at',
        'modified_at',
        'granted_at',
        'revoked_at',
        'is_granted',
        'is_revoked',
        'customer_id',
        'benefit_id',
      ] as const),
      ...(['order_id', 'subscription_id', 'error', 'properties'] as const),
    ],
  }),
  // The key itself is a credential.
  listed({
    name: 'license_keys',
    scope: 'license_keys:read',
    list: activatedKeyList,
    toWire: (key, baseUrl) => {
      const { activations, ...wire } = toActivatedKeyWire(key, baseUrl)
      return { ...wire, activations: activations.map((each, index) => ({ ...each, conditions: key.activations[index]?.conditions })) }
    },
    fields: [
      ...(['id', 'created_at', 'modified_at', 'benefit_id', 'display_key', 'status', 'limit_activations', 'usage', 'limit_usage'] as const),
      ...(['validations', 'last_validated_at', 'expires_at', 'activations'] as const),
    ],
  }),
  listed({
    name: 'downloads',
    scope: 'files:read',
    list: downloadCountList,
    toWire: toDownloadCountWire,
    fields: ['id', 'file_id', 'downloads', 'first_downloaded_at', 'last_downloaded_at'],
  }),
  listed({
    name: 'refunds',
    scope: 'refunds:read',
    list: refundList,
    toWire: toRefundWire,
    fields: [
      ...(['id', 'created_at', 'modified_at', 'status', 'reason', 'amount', 'tax_amount', 'currency', 'order_id'] as const),
      ...(['subscription_id', 'comment', 'metadata', 'failure_reason', 'returned_amount', 'is_duplicate_payment'] as const),
    ],
  }),
  listed({
    name: 'disputes',
    scope: 'refunds:read',
    list: disputeList,
    toWire: toDisputeWire,
    fields: [
      'id',
      'created_at',
      'modified_at',
      'order_id',
      'payment_id',
      'amount',
      'tax_amount',
      'currency',
      'reason',
      'status',
      'resolved',
    ],
  }),
  listed({
    name: 'checkouts',
    scope: 'checkouts:read',
    list: checkoutList,
    toWire: toCheckoutWire,
    fields: [
      ...(['id', 'created_at', 'status', 'total_amount', 'currency', 'customer_email', 'customer_name', 'customer_billing_name'] as const),
      ...(['customer_billing_address', 'customer_tax_id', 'customer_ip_address', 'external_customer_id', 'locale'] as const),
      ...(['custom_field_data', 'customer_metadata', 'metadata'] as const),
    ],
  }),
]

function listed<Item, Wire extends object>({ name, scope, list, toWire, fields }: ListedPart<Item, Wire>): PartKind {
  return {
    name,
    scope,
    read: async (db, platform, { organizationId, id }) => {
      const query = { customer_id: [id] } as unknown as ListQuery
      const matching = await list.readAll(db, { organizationIds: [organizationId], query, limit: ROWS_MAXIMUM }, platform)
      const toJson = (item: Item) => only(toWire(item, platform.settings.BASE_URL), fields)
      return matching && { name, batches: mapped(matching.batches, toJson) }
    },
  }
}

async function readEvents(db: Database, { clickhouse, settings }: Platform, customer: Customer): Promise<Part> {
  const { organizationId, id: customerId } = customer
  const events = readCustomerEvents({ db, clickhouse }, { organizationId, customerId }, EVENTS_MAXIMUM)
  const toJson = (event: Parameters<typeof toUsageEventWire>[0]['event']) =>
    only(toUsageEventWire({ event, customer }, settings.BASE_URL), EVENT_FIELDS)
  return { name: 'usage_events', batches: mapped(events, toJson) }
}

async function* mapped<Item>(batches: AsyncIterable<readonly Item[]>, toJson: (item: Item) => object): AsyncGenerator<readonly object[]> {
  for await (const items of batches) yield items.map(toJson)
}

function only<Wire extends object>(wire: Wire, fields: readonly (keyof Wire & string)[]): object {
  return Object.fromEntries(fields.map((name) => [name, wire[name]]))
}
