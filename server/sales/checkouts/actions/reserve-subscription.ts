import { present } from '#kernel/assert.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import { refuse, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { findMatchingCustomers, matchCustomer } from '#merchant/customers/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import {
  findHoldings,
  isTrialAllowed,
  mayCoexist,
  releaseSubscription,
  reserveSubscription,
  subscriptions,
} from '#money/subscriptions/index.ts'
import { upgradeFault } from '#money/subscriptions/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { readFull } from '#sales/billing-cycle/index.ts'
import type { Checkout } from '../model.ts'
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
 * trial of the same product is not given again (rule R3). The reservation settles which of two confirms at once may go on. What the buyer
 * has is read after it: it may have waited for a purchase that has just been completed.
 */
export async function reserve(tx: Tx, input: ReserveInput): Promise<Checkout> {
  const { checkout, product, merchant } = input
  if (checkout.subscriptionId !== null) return reserveUpgrade(tx, input, checkout.subscriptionId)
  const { allowMultipleSubscriptions } = merchant.subscriptionSettings
  const found = await readBuyer(tx, checkout)
  const { customerId } = allowMultipleSubscriptions ? found : await reserveFor(tx, input, found)
  const holdings = customerId === null ? [] : await findHoldings(tx, checkout.organizationId, customerId)
  const statuses = holdings.map(({ status }) => status)
  if (!mayCoexist(statuses, allowMultipleSubscriptions)) refuse(checkoutRefusals.AlreadyActiveSubscriptionError)
  const tried = holdings.filter(({ hadTrial }) => hadTrial).map(({ productId }) => productId)
  return { ...checkout, isTrialUsed: !isTrialAllowed(product.id, tried) }
}

/** The customer that the buyer is, if any, and the name under which a subscription is reserved for them. */
interface Buyer {
  readonly customerId: string | null
  readonly name: string
}

async function readBuyer(
  tx: Tx,
  { organizationId, customerId, externalCustomerId: externalId, customerEmail: email }: Checkout,
): Promise<Buyer> {
  const buyer = { customerId, externalId, email }
  const match = matchCustomer(buyer, await findMatchingCustomers(tx, organizationId, buyer))
  return match.kind === 'known'
    ? { customerId: match.customer.id, name: match.customer.id }
    : { customerId: null, name: foldEmail(email ?? '') }
}

// A purchase that the reservation has waited for may have made the buyer a customer: then it is for the customer.
async function reserveFor(tx: Tx, input: ReserveInput, buyer: Buyer): Promise<Buyer> {
  const { checkout, now } = input
  const { organizationId, id: checkoutId } = checkout
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
