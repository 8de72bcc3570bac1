// The books of an organization that sells through Stripe, against what the account at Stripe says.
import { expect } from 'vitest'
import { fromProviderUnits } from '#kernel/money.ts'
import type { TestMerchant } from '../a-merchant.ts'
import { balancesOf, bookFaultsOf } from '../books/invariants.ts'
import type { TestServer } from '../server.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { DISPUTE_FEE } from './intents.ts'
import type { IntentObject } from './state.ts'

/** The intents of an organization that were paid. */
export function paidIntents({ state }: FakeStripe, { organizationId }: Pick<TestMerchant, 'organizationId'>): readonly IntentObject[] {
  return [...state.intents.values()].filter(
    ({ charge, metadata }) => charge !== null && metadata['guildhall_organization'] === organizationId,
  )
}

/** The amount that Stripe has refunded of an intent, in its units; refunds that failed took nothing. */
export function refundedAtStripe({ state }: FakeStripe, intent: string): number {
  return state.refunds
    .filter(({ payment_intent, status }) => payment_intent === intent && status !== 'failed')
    .reduce((total, { amount }) => total + amount, 0)
}

// Charges less fees, refunds and disputes, in minor units by currency.
function heldAtStripe(fake: FakeStripe, merchant: Pick<TestMerchant, 'organizationId'>): ReadonlyMap<string, number> {
  const held = new Map<string, number>()
  for (const { id, charge, currency } of paidIntents(fake, merchant)) {
    const amountOf = (units: number) => fromProviderUnits('stripe', currency, units)
    const paid = charge ? amountOf(charge.amount) - amountOf(charge.fee) : 0
    const disputed = fake.state.disputes
      .filter(({ payment_intent, status }) => payment_intent === id && status !== 'won')
      .reduce((total, { amount }) => total + amountOf(amount) + amountOf(DISPUTE_FEE), 0)
    held.set(currency, (held.get(currency) ?? 0) + paid - amountOf(refundedAtStripe(fake, id)) - disputed)
  }
  return new Map([...held].filter(([, amount]) => amount !== 0).toSorted())
}

/**
 * Expects that no entry, order, refund or credit of an organization is at fault, that all its accounts together are zero, and that the
 * clearing account holds what Stripe holds. Its payments, refunds and disputes are settled.
 */
export async function expectBooksLikeStripe(
  server: TestServer,
  fake: FakeStripe,
  merchant: Pick<TestMerchant, 'organizationId'>,
): Promise<void> {
  expect(await bookFaultsOf(server, merchant)).toEqual([])
  const balances = await balancesOf(server, merchant)
  for (const [, ofCurrency] of Map.groupBy(balances, ({ currency }) => currency))
    expect(ofCurrency.reduce((all, { balance }) => all + balance, 0)).toBe(0)
  const clearing = balances.filter(({ account }) => account === 'provider_clearing').map(({ currency, balance }) => [currency, balance])
  expect(clearing).toEqual([...heldAtStripe(fake, merchant)])
  for (const { id, charge } of paidIntents(fake, merchant)) expect(refundedAtStripe(fake, id)).toBeLessThanOrEqual(charge?.amount ?? 0)
}
