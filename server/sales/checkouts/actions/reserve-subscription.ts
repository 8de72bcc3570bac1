import { present } from '#kernel/assert.ts'
import { refuse, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { findMatchingCustomers, matchCustomer } from '#merchant/customers/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { readFull } from '#money/billing/cycle/index.ts'
import {
  findHoldings,
  findTriedProducts,
  type HeldSubscription,
  isTrialAllowed,
  mayCoexist,
  releaseSubscription,
  reserveSubscription,
  subscriptions,
  triedBy,
} from '#money/billing/subscriptions/index.ts'
import { upgradeFault } from '#money/billing/subscriptions/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { buyerOf, type Checkout, trialOf } from '../model.ts'
import { checkoutRefusals } from '../refusals.ts'
import { isUpgradeConfirmed } from '../store.ts'

/** A confirmed checkout of a recurring product. */
export interface ReserveInput {
  readonly platform: Platform
  readonly checkout: Checkout
  readonly product: PricedProduct
  readonly merchant: Merchant
  readonly now: Date
}

/**
 * Checks what a buyer of a subscription has already: a second one is refused where the merchant allows no more (rule C19; 403), and a
 * trial of the same product is not given again (rule R3), to the same customer or address. The reservation settles which of two confirms at
 * once may go on. What the buyer has is read after it: it may have waited for a purchase that has just been completed. A buyer who has only
 * typed an address is never refused for what its owner has.
 */
export async function reserve(tx: Tx, input: ReserveInput): Promise<Checkout> {
  const { checkout, product, merchant } = input
  if (checkout.subscriptionId !== null) return reserveUpgrade(tx, input, checkout.subscriptionId)
  const { allowMultipleSubscriptions } = merchant.subscriptionSettings
  const found = await readBuyer(tx, checkout)
  const isCounted = !allowMultipleSubscriptions && found.name !== null
  const { customerId } = isCounted ? await reserveFor(tx, input, found) : found
  const holdings = customerId === null ? [] : await findHoldings(tx, checkout.organizationId, customerId)
  const counted = holdings.filter(({ isUnproven }) => !isUnproven).map(({ status }) => status)
  if (isCounted && !mayCoexist(counted, false)) refuse(checkoutRefusals.AlreadyActiveSubscriptionError)
  if (trialOf(checkout, product) === null) return checkout
  const tried = await triedProducts(tx, input, holdings)
  return { ...checkout, isTrialUsed: !isTrialAllowed(product.id, tried) }
}

// By this customer, or with this address by a customer who was deleted.
async function triedProducts(
  tx: Tx,
  { platform, checkout }: ReserveInput,
  holdings: readonly HeldSubscription[],
): Promise<readonly string[]> {
  const { organizationId, customerEmail: email } = checkout
  const ofAddress = email === null ? [] : await findTriedProducts(tx, platform, { organizationId, holder: { kind: 'email', email } })
  return [...ofAddress, ...triedBy(holdings)]
}

/** The customer that the buyer is, if any, and the name under which a subscription is reserved for them; null where they only typed an address. */
interface Subscriber {
  readonly customerId: string | null
  readonly name: string | null
}

async function readBuyer(tx: Tx, checkout: Checkout): Promise<Subscriber> {
  const buyer = buyerOf(checkout)
  const match = matchCustomer(buyer, await findMatchingCustomers(tx, checkout.organizationId, buyer))
  if (match.kind === 'known') return { customerId: match.customer.id, name: match.isByTypedEmail ? null : match.customer.id }
  if (match.externalId !== null) return { customerId: null, name: `external:${match.externalId}` }
  return { customerId: null, name: match.isEmailTyped ? null : match.email }
}

// A purchase that the reservation has waited for may have made the buyer a customer: then it is for the customer.
async function reserveFor(tx: Tx, input: ReserveInput, buyer: Subscriber): Promise<Subscriber> {
  const { checkout, now } = input
  const { organizationId, id: checkoutId } = checkout
  if (buyer.name === null) return buyer
  const isReserved = await reserveSubscription(tx, { organizationId, checkoutId, buyer: buyer.name, now })
  if (!isReserved) refuse(checkoutRefusals.AlreadyActiveSubscriptionError)
  const found = await readBuyer(tx, checkout)
  if (found.name === buyer.name) return found
  await releaseSubscription(tx, { organizationId, checkoutId })
  return reserveFor(tx, input, found)
}

// Two purchases cannot upgrade the same subscription: its lock decides which of two confirms goes on (rule C20; 422).
async function reserveUpgrade(tx: Tx, { platform, checkout }: ReserveInput, subscriptionId: string): Promise<Checkout> {
  const { organizationId, id } = checkout
  const subscription = present(await subscriptions.lock(tx, [organizationId], subscriptionId), 'The subscription of a checkout')
  const isTaken = await isUpgradeConfirmed(tx, { organizationId, subscriptionId, except: id })
  const sentence = isTaken
    ? 'Another checkout that upgrades the subscription is being paid.'
    : upgradeFault(await readFull(tx, platform, subscription))
  if (sentence) refuseProblems([valueProblem(['body', 'subscription_id'], sentence)])
  return checkout
}
