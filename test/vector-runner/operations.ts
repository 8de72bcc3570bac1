// The function that implements each operation of the test vectors.
import { createSecretKey } from 'node:crypto'
import { z } from 'zod'
import { tokenFrom } from '#contract/token.ts'
import { aggregate, shownQuantity } from '#kernel/metering/aggregation.ts'
import { matchesFilter } from '#kernel/metering/filter.ts'
import { allocate, decimalString, exponent, round, sum, toProviderUnits } from '#kernel/money.ts'
import { amountOff, type Discount, discountDuration, redemptionFault, reducedPeriods } from '#merchant/catalogue/discounts/model.ts'
import { isCode } from '#merchant/catalogue/discounts/rules.ts'
import { aggregation, filter } from '#merchant/catalogue/meters/model.ts'
import { custom } from '#merchant/catalogue/products/prices/custom.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { matchCustomer } from '#merchant/customers/rules.ts'
import { cycleDiscount } from '#money/billing/cycle/orders.ts'
import { collect, isPaid, orderStatuses } from '#money/billing/orders/model.ts'
import { applyCredit, billingReason } from '#money/billing/orders/rules.ts'
import { postingsOf } from '#money/books/ledger/kinds.ts'
import { isBalanced, isOrderSettled } from '#money/books/ledger/rules.ts'
import { payoutOf, platformFee, platformSale } from '#money/books/payouts/rules.ts'
import { afterAttempt } from '#operations/webhooks/actions/deliver-event.ts'
import type { WebhookEvent } from '#operations/webhooks/model.ts'
import { attemptOffsets, disabledFor, orderWaitCutoff, outcomeOf } from '#operations/webhooks/schedule.ts'
import { sign, verify } from '#operations/webhooks/signature.ts'
import { isPublicIp, outboundUrlFault, publicOnly } from '#platform/net/ip-addresses.ts'
import { isLive, signatureOf } from '#sales/access/downloads/rules.ts'
import { flagsOf } from '#sales/checkouts/amounts.ts'
import { isPastExpiry } from '#sales/checkouts/model.ts'
import { benefitOperations } from './benefit-operations.ts'
import { checkoutOperations } from './checkout-operations.ts'
import { invoiceOperations } from './invoice-operations.ts'
import { licenseOperations } from './license-operations.ts'
import { metricOperations } from './metric-operations.ts'
import { portalOperations } from './portal-operations.ts'
import { prorationOperations } from './proration-operations.ts'
import { refundOperations } from './refund-operations.ts'
import { bind, type Operation } from './run.ts'
import { subscriptionOperations } from './subscription-operations.ts'
import { taxOperations } from './tax-operations.ts'
import { usageOperations } from './usage-operations.ts'

const currency = z.string()
const amount = z.number()
const whole = z.union([z.int(), z.string()]).transform(BigInt)

const outcomeShape = {
  status: amount.nullish(),
  retry_after: amount.optional(),
  attempt: amount.optional(),
  consecutive_failed_events: amount.optional(),
  enabled: z.boolean().optional(),
}

const matchShape = {
  customer_id: z.string().nullish(),
  external_id: z.string().nullish(),
  email: z.string().nullish(),
  email_source: z.enum(['typed', 'stated', 'verified']).optional(),
  customers: z.array(z.object({ id: z.string(), external_id: z.string().nullable(), email: z.string(), deleted: z.boolean().optional() })),
}

const entryShape = {
  event: z.enum(['payment', 'customer_credit', 'refund_reversal', 'dispute_lost']),
  net: amount,
  tax: amount,
  provider_fee: amount.default(0),
  fee: amount.default(0),
}

const platformSaleShape = {
  net: amount,
  tax: amount,
  fee_basis_points: amount,
  fee_fixed: amount,
  payout_account: z.boolean(),
}

const eventShape = z.object({ name: z.string(), metadata: z.record(z.string(), z.unknown()) })
const aDiscount: Discount = {
  id: '0195894c-7a10-7000-8000-000000000001',
  organizationId: '0195894c-7a10-7000-8000-000000000002',
  name: 'Spring',
  code: null,
  value: { type: 'percentage', basisPoints: 1000 },
  duration: 'once',
  durationInMonths: null,
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  redemptionsCount: 0,
  productIds: [],
  metadata: {},
  createdAt: new Date(0),
  modifiedAt: null,
  deletedAt: null,
}

export const operations: Readonly<Record<string, Operation>> = {
  'money.round': bind({ numerator: whole, denominator: whole }, (input) => round(input.numerator, input.denominator)),
  'money.allocate': bind({ total: amount, weights: z.array(amount) }, (input) => allocate(input.total, input.weights)),
  'money.exponent': bind({ currency }, (input) => exponent(input.currency)),
  'money.to_provider': bind({ provider: z.string(), currency, amount }, (input) => ({
    amount: toProviderUnits(input.provider, input.currency, input.amount),
  })),
  'money.decimal_string': bind({ currency, amount }, (input) => decimalString(input.amount, input.currency)),

  'webhook.sign': bind({ secret: z.string(), id: z.string(), timestamp: amount, body: z.string() }, ({ secret, ...message }) =>
    sign(secret, message),
  ),
  'webhook.verify': bind(
    { secret: z.string(), headers: z.record(z.string(), z.string()), body: z.string(), now: amount },
    ({ secret, headers, body, now }) => verify(secret, { headers, body }, now),
  ),
  'download.sign': bind(
    { secret_utf8: z.string(), file_id: z.string(), customer_id: z.string(), expires: amount },
    ({ secret_utf8, file_id: fileId, customer_id: customerId, expires }) =>
      signatureOf({ fileId, customerId, expires }, createSecretKey(Buffer.from(secret_utf8))),
  ),
  'download.valid': bind({ expires: amount, now: amount }, (input) => isLive(input, input.now)),
  'webhook.attempt_offsets': bind({}, () => attemptOffsets()),
  'webhook.outcome': bind(outcomeShape, webhookOutcome),
  'webhook.order': bind({ earlier_pending_age_s: amount.nullish(), same_resource: z.boolean() }, (input) =>
    input.same_resource && isWaitedFor(input.earlier_pending_age_s ?? null) ? 'wait' : 'send',
  ),
  'webhook.ip_allowed': bind({ ip: z.string() }, (input) => isPublicIp(input.ip)),
  'webhook.url_allowed': bind(
    { url: z.string(), production: z.boolean() },
    (input) => outboundUrlFault(input.url, { isProduction: input.production, allowance: publicOnly }) === null,
  ),

  'ledger.valid': bind({ postings: z.array(z.object({ account: z.string(), amount, currency: currency.optional() })) }, (input) =>
    isBalanced(input.postings),
  ),
  'ledger.post': bind(entryShape, (input) => {
    const postings = postingsOfEvent(input)
    return { postings, sum: sum(postings.map((posting) => posting.amount)) }
  }),
  'ledger.order_settled': bind({ total: amount, captured: amount, credit: amount, written_off: amount }, ({ written_off, ...amounts }) =>
    isOrderSettled({ ...amounts, writtenOff: written_off }),
  ),

  'ledger.platform_fee': bind({ total_amount: amount, basis_points: amount, fixed: amount }, ({ total_amount, basis_points, fixed }) =>
    platformFee(total_amount, { basisPoints: basis_points, fixed }),
  ),
  'ledger.platform_sale': bind(platformSaleShape, platformSaleOf),
  'ledger.payout': bind({ org_payable: amount, minimum: amount }, (input) => payoutOf(input.org_payable, input.minimum)),

  ...benefitOperations,
  ...taxOperations,
  ...licenseOperations,
  'filter.match': bind({ event: eventShape, filter }, ({ event, filter }) => matchesFilter(filter, event)),
  aggregate: bind({ func: z.string(), property: z.string(), events: z.array(z.record(z.string(), z.unknown())) }, ({ events, ...input }) =>
    shownQuantity(
      aggregate(
        aggregation.parse(input),
        events.map((metadata) => ({ metadata })),
      ),
    ),
  ),

  'checkout.custom_amount': bind(
    { price: z.object({ minimum: amount, maximum: amount.nullable(), preset: amount.nullable() }), amount: amount.nullable(), currency },
    ({ price, currency, ...input }) => {
      const draft = { kind: 'custom' as const, currency, ...price }
      if (input.amount === null) return { amount: custom.amountFor(draft) }
      const fault = custom.amountFault?.(draft, input.amount)
      return fault ? { error: fault.type, [fault.type === 'less_than_equal' ? 'le' : 'ge']: fault.bound } : { amount: input.amount }
    },
  ),
  'discount.amount': bind(
    { type: z.enum(['fixed', 'percentage']), amount, discount: amount.optional(), basis_points: amount.optional() },
    ({ type, discount = 0, basis_points = 0, amount: of }) =>
      amountOff({ value: type === 'fixed' ? { type, amount: discount, currency: 'usd' } : { type, basisPoints: basis_points } }, of),
  ),
  'discount.applies_to_periods': bind(
    {
      duration: discountDuration,
      duration_in_months: amount.nullable(),
      applied_at: z.string(),
      period_starts: z.array(z.string()),
      timezone: z.string().default('UTC'),
    },
    ({ duration, duration_in_months: durationInMonths, applied_at, period_starts, timezone }) =>
      reducedPeriods(
        { duration, durationInMonths },
        { appliedAt: new Date(applied_at), starts: period_starts.map((start) => new Date(start)), timezone },
      ),
  ),
  'order.cycle_discount': bind(
    {
      static_amount: amount,
      metered_amount: amount,
      applies_to_new_period: z.boolean(),
      applied_to_usage_period: z.boolean(),
      discount: z.object({ type: z.enum(['fixed', 'percentage']), amount: amount.optional(), basis_points: amount.optional() }),
    },
    ({ discount: { type, amount: off = 0, basis_points = 0 }, ...input }) => {
      const value = type === 'fixed' ? { type, amount: off, currency: 'usd' } : { type, basisPoints: basis_points }
      const discount = { ...aDiscount, value }
      const { discountAmount } = cycleDiscount({
        staticAmount: input.static_amount,
        usageAmount: input.metered_amount,
        forPeriod: input.applies_to_new_period ? discount : null,
        forUsage: input.applied_to_usage_period ? discount : null,
      })
      return { discount_amount: discountAmount }
    },
  ),
  'discount.code_valid': bind({ code: z.string() }, ({ code }) => isCode(code)),
  'discount.redeemable': bind({ now: z.string(), discount: z.record(z.string(), z.unknown()) }, ({ now, discount }) => {
    const instant = (name: string) => (typeof discount[name] === 'string' ? new Date(discount[name]) : null)
    const sale = { productId: String(discount['product']), isRecurring: discount['recurring'] !== false, isFree: false, currency: 'usd' }
    const tried: Discount = {
      ...aDiscount,
      startsAt: instant('starts_at'),
      endsAt: instant('ends_at'),
      maxRedemptions: (discount['max_redemptions'] as number | undefined) ?? null,
      redemptionsCount: (discount['redemptions_count'] as number | undefined) ?? 0,
      productIds: (discount['products'] as string[] | undefined) ?? [],
      duration: (discount['duration'] as 'repeating' | undefined) ?? 'once',
    }
    return redemptionFault(tried, sale, new Date(now)) === null
  }),
  'checkout.flags': bind({ total_amount: amount, recurring: z.boolean(), all_free: z.boolean() }, (input) => {
    const flags = flagsOf({ totalAmount: input.total_amount, isRecurring: input.recurring, areAllPricesFree: input.all_free })
    return {
      is_payment_required: flags.isPaymentRequired,
      is_payment_setup_required: flags.isPaymentSetupRequired,
      is_payment_form_required: flags.isPaymentFormRequired,
    }
  }),
  'checkout.expired': bind({ created_at: z.string(), ttl_seconds: amount, now: z.string() }, (input) =>
    isPastExpiry({ expiresAt: new Date(Date.parse(input.created_at) + input.ttl_seconds * 1000) }, new Date(input.now)),
  ),
  'checkout.client_secret': bind({ prefix: z.string(), random: z.string() }, (input) => tokenFrom(input.prefix, input.random)),
  'checkout.match_customer': bind(matchShape, matchedCustomer),

  'order.paid': bind({ status: z.enum(orderStatuses) }, (input) => isPaid(input.status)),
  'order.apply_credit': bind({ total_amount: amount, balance: amount }, (input) => {
    const { appliedBalanceAmount, dueAmount, balanceAfter } = applyCredit(input.total_amount, input.balance)
    return { applied_balance_amount: appliedBalanceAmount, due_amount: dueAmount, balance_after: balanceAfter }
  }),
  'order.collect': bind({ due_amount: amount, currency }, (input) => {
    const { charged, writtenOff } = collect(input.due_amount, input.currency)
    return { status: charged === 0 ? 'paid' : 'pending', charged, written_off: writtenOff }
  }),
  'order.billing_reason': bind(
    {
      subscription: z.enum(['new', 'existing']).nullable(),
      trigger: z.enum(['cycle', 'cancel', 'trial_end', 'change']).optional(),
    },
    (input) => billingReason(input),
  ),
  ...checkoutOperations,
  ...invoiceOperations,
  ...portalOperations,
  ...prorationOperations,
  ...refundOperations,
  ...metricOperations,
  ...subscriptionOperations,
  ...usageOperations,
}

function postingsOfEvent({ event, net, tax, provider_fee: providerFee, fee }: z.output<z.ZodObject<typeof entryShape>>) {
  if (event === 'payment') return postingsOf('sale', { captured: net + tax, credit: 0, writtenOff: 0, net, tax, providerFee })
  return event === 'dispute_lost'
    ? postingsOf(event, { net, tax, fee })
    : postingsOf(event, { net, tax, returned: net + tax, credited: 0, lost: 0 })
}

function platformSaleOf({ net, tax, payout_account, ...fee }: z.output<z.ZodObject<typeof platformSaleShape>>) {
  const sale = { captured: net + tax, credit: 0, writtenOff: 0, net, tax, providerFee: 0 }
  const terms = { basisPoints: fee.fee_basis_points, fixed: fee.fee_fixed }
  const { amounts } = platformSale(sale, { terms, isHeld: !payout_account })
  return { platform_fee: amounts.fee, org_payable_held: amounts.held, tax_payable: amounts.tax }
}

function matchedCustomer(input: z.output<z.ZodObject<typeof matchShape>>): unknown {
  const candidates: Pick<Customer, 'id' | 'externalId' | 'email' | 'hasEmail' | 'deletedAt'>[] = input.customers.map((customer) => ({
    id: customer.id,
    externalId: customer.external_id,
    email: customer.email,
    hasEmail: true,
    deletedAt: customer.deleted ? new Date(0) : null,
  }))
  const { customer_id: customerId = null, external_id: externalId = null, email_source: emailSource = 'typed' } = input
  const buyer = { customerId, externalId, email: input.email ?? null, emailSource }
  const match = matchCustomer(buyer, candidates)
  const address = match.kind === 'known' ? match.customer.email : match.email
  return { customer: match.kind === 'known' ? match.customer.id : 'created', external_id: match.externalId, email: address }
}

function isWaitedFor(earlierPendingSeconds: number | null): boolean {
  const now = new Date()
  return earlierPendingSeconds !== null && new Date(now.getTime() - earlierPendingSeconds * 1000) > orderWaitCutoff(now)
}

function webhookOutcome(input: z.output<z.ZodObject<typeof outcomeShape>>): unknown {
  const now = new Date(0)
  if (input.consecutive_failed_events !== undefined) return disabledFor(input.consecutive_failed_events, null, now) ? 'disable' : 'keep'
  const status = input.status ?? null
  const outcome = outcomeOf({ status, retryAfterSeconds: input.retry_after }, input.attempt ?? 1, 0)
  if (outcome.kind === 'gone') return 'disable'
  const event = { attempts: (input.attempt ?? 1) - 1, status: 'pending', nextAttemptAt: now } as WebhookEvent
  const next = afterAttempt(event, outcome, { status, now, isRedelivery: false, isEnabled: input.enabled ?? true })
  if (next.status !== 'pending') return next.status
  return input.retry_after === undefined ? 'retry' : { retry_in: ((next.nextAttemptAt?.getTime() ?? 0) - now.getTime()) / 1000 }
}
