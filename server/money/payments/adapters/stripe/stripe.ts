// The processor of live organizations: Stripe.
import type { Processor } from '../../processor.ts'
import type { StripeAccount } from './account.ts'
import { cancel, charge, find, removeMethod, setUp } from './attempts.ts'
import { acceptDispute, contestDispute, findDispute, findRefund, listRefunds, refund } from './refunds.ts'

/** Creates the processor of an account at Stripe. A call throws where Stripe gives no certain answer. */
export function stripeProcessor(account: StripeAccount): Processor {
  return {
    name: 'stripe',
    charge: (request) => charge(account, request),
    setUp: (request) => setUp(account, request),
    find: (attempt) => find(account, attempt),
    cancel: (attempt) => cancel(account, attempt),
    async removeMethod({ method }) {
      await removeMethod(account, method)
      return true
    },
    refund: (request) => refund(account, request),
    findRefund: (request) => findRefund(account, request),
    listRefunds: (of) => listRefunds(account, of),
    findDispute: (of) => findDispute(account, of),
    contestDispute: (request) => contestDispute(account, request),
    acceptDispute: (of) => acceptDispute(account, of),
  }
}
