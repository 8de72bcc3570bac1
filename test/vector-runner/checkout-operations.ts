// The functions that implement the operation of the test vectors about the states of a checkout.
import { z } from 'zod'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { newProfile } from '#merchant/merchants/model.ts'
import type { Payment } from '#money/payments/model.ts'
import { ACTION_SECONDS, applyAnswer, nextStep } from '#money/payments/rules.ts'
import { storedAnswer } from '#platform/idempotency/keys.ts'
import { classifyPayment, complete, confirm, failPayment } from '#sales/checkouts/confirmation.ts'
import { expireCheckout } from '#sales/checkouts/expiry.ts'
import type { Checkout } from '#sales/checkouts/model.ts'
import { checkoutStatuses } from '#sales/checkouts/model.ts'
import { openCheckout, updateCheckout } from '#sales/checkouts/rules.ts'
import { toCheckoutPublicWire } from '#sales/checkouts/wire.ts'
import { shippedTaxes } from '#test/support/taxes/shipped-taxes.ts'
import type { Operation } from './run.ts'

const transition = z.object({
  status: z.enum(checkoutStatuses),
  event: z.enum(['confirm', 'update', 'expire', 'payment_succeeded', 'payment_failed', 'action_timeout']),
  expired: z.boolean().default(false),
  attempts: z.int().default(1),
  provider: z.literal('requires_action').optional(),
  different_payment: z.boolean().default(false),
  idempotency_key: z.string().optional(),
  stored_key: z.string().optional(),
  same_body: z.boolean().default(true),
  price_archived: z.boolean().default(false),
  product_archived: z.boolean().default(false),
})
type Transition = z.output<typeof transition>

const LIFE_SECONDS = 86_400
const start = new Date('2026-03-12T14:20:00.000Z')
const afterSeconds = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const idOf = (number: number) => `0195894c-7a10-7000-8000-${String(number).padStart(12, '0')}`

const organizationId = idOf(1)
const recorded = { organizationId, isArchived: false, createdAt: start, modifiedAt: null }
const price = { ...recorded, id: idOf(2), productId: idOf(3), kind: 'fixed', amount: 1000, currency: 'usd' } as const
const product: PricedProduct = {
  ...recorded,
  id: price.productId,
  name: 'Library',
  description: null,
  recurringInterval: null,
  trialInterval: null,
  trialIntervalCount: null,
  isTrialPaymentRequired: true,
  taxCode: 'standard',
  metadata: {},
  prices: [price],
  customFields: [],
  benefits: [],
  medias: [],
}
const seller = { ...newProfile(organizationId, start), name: 'Northwind', slug: 'northwind', avatarUrl: null }
const change = {
  products: [product],
  price,
  discount: null,
  chosenDiscount: null,
  namedDiscount: null,
  merchant: seller,
  taxSources: shippedTaxes,
  now: afterSeconds(60),
}
const payment: Payment = {
  organizationId,
  id: idOf(4),
  purpose: 'checkout',
  purposeId: idOf(5),
  amount: price.amount,
  currency: price.currency,
  status: 'pending',
  processor: 'sandbox',
  idempotencyKey: 'k1',
  processorReference: null,
  sealedActionSecret: null,
  declineCode: null,
  declineMessage: null,
  methodBrand: null,
  methodLast4: null,
  feeAmount: 0,
  customerEmail: null,
  queriedAt: null,
  settledAt: null,
  createdAt: start,
  modifiedAt: null,
}

function checkoutIn({ status, attempts }: Transition): Checkout {
  const context = {
    organizationId,
    products: [product],
    customer: null,
    subscription: null,
    namedDiscount: null,
    merchant: seller,
    taxSources: shippedTaxes,
    now: start,
  }
  const draft = { productIds: [product.id], customerEmail: 'zoe@example.com', customerName: 'Zoe', ...atHome }
  const { next } = openCheckout(draft, { ...context, id: payment.purposeId, clientSecret: 'co_cs_x', lifeSeconds: LIFE_SECONDS })
  return { ...next, status, attempts, paymentId: status === 'open' ? null : payment.id }
}

const atHome = {
  customerBillingAddress: { country: 'DE', line1: null, line2: null, postalCode: null, city: null, state: null },
} as const

const events: Readonly<Record<Transition['event'], (checkout: Checkout, input: Transition) => unknown>> = {
  update: (checkout) => updateCheckout(checkout, {}, change).next,
  expire: (checkout) => expireCheckout(checkout, afterSeconds(LIFE_SECONDS))?.next,
  confirm: confirmOnce,
  payment_succeeded: receive,
  payment_failed: (checkout, { expired }) => failed(checkout, afterSeconds(expired ? LIFE_SECONDS : 120)),
  action_timeout: giveUp,
}

function confirmOnce(checkout: Checkout, input: Transition): unknown {
  const { idempotency_key: key, stored_key: storedKey } = input
  // The first request with the key has been answered.
  if (key !== undefined && key === storedKey)
    return storedAnswer({ fingerprint: 'first', state: 'done', status: 200, body: null }, input.same_body ? 'first' : 'other').body
  const prices = [{ ...price, isArchived: input.price_archived }]
  const products = [{ ...product, isArchived: input.product_archived, prices }]
  const paymentId = payment.id
  const { next } = confirm(checkout, { confirmationToken: 'sandbox_4242424242424242' }, { ...change, products, paymentId })
  const isLocked = next.productPriceId === price.id && next.amount === price.amount
  return { status: next.status, price: isLocked ? 'locked' : 'changed', ...(input.provider ? actionOf(next) : {}) }
}

function actionOf(checkout: Checkout): object {
  const answer = { kind: 'requires_action', reference: 'r', actionSecret: 'secret' } as const
  const { next } = applyAnswer(payment, answer, { sealedActionSecret: 'secret', now: change.now })
  const full = {
    checkout,
    products: [product],
    price,
    discount: null,
    merchant: seller,
    receipt: null,
    actionSecret: next.sealedActionSecret,
  }
  const { intent_status, intent_client_secret } = toCheckoutPublicWire(full, '', change).payment_processor_metadata
  return { intent_status, client_secret_returned: intent_client_secret === answer.actionSecret }
}

function receive(checkout: Checkout, { different_payment: isOther }: Transition): unknown {
  const received = { ...payment, id: isOther ? idOf(6) : payment.id }
  const kind = classifyPayment(checkout, received, product)
  const next = kind === 'order' ? complete(checkout, { id: received.id, customerId: idOf(7), now: change.now }).next : checkout
  return { status: next.status, order_created: kind === 'order', auto_refund: kind === 'surplus' ? { reason: 'duplicate' } : null }
}

function failed(checkout: Checkout, now: Date): { status?: string; discount_released?: boolean } {
  const outcome = failPayment({ ...checkout, discountId: idOf(8) }, { paymentId: payment.id, sentence: 'Declined.', now })
  return outcome ? { status: outcome.next.status, discount_released: outcome.isDiscountReleased } : {}
}

function giveUp(checkout: Checkout): unknown {
  const now = afterSeconds(ACTION_SECONDS)
  const step = nextStep({ ...payment, status: 'requires_action' }, now)
  return { ...failed(checkout, now), provider_intent: step === 'give_up' ? 'canceled' : 'kept' }
}

export const checkoutOperations: Readonly<Record<string, Operation>> = {
  'checkout.transition': (input) => {
    const read = transition.parse(input)
    return events[read.event](checkoutIn(read), read)
  },
}
