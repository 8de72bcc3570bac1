// A saved payment method for tests: a card that the sandbox has set up.
import { newId } from '#kernel/id.ts'
import { processorNamed } from '#money/payments/adapters/processors.ts'
import { savePaymentMethod } from '#money/payments/index.ts'
import type { PaymentMethod } from '#money/payments/model.ts'
import type { TestServer } from '../server.ts'

/** The customer, and the number of the card; by default one that always pays. */
export interface TestPaymentMethod {
  readonly organizationId: string
  readonly customerId: string
  readonly card?: string
}

/** Saves a card of a customer, whose default it becomes. */
export async function aPaymentMethod(
  { platform }: Pick<TestServer, 'platform'>,
  { organizationId, customerId, card = '4242424242424242' }: TestPaymentMethod,
): Promise<PaymentMethod> {
  const now = platform.clock.now({ organizationId })
  const request = { organizationId, key: newId(now), customerId, token: `sandbox_${card}` }
  const outcome = await processorNamed(platform, 'sandbox').setUp(request)
  if (outcome.kind !== 'succeeded' || outcome.method === null) throw new Error(`The card was not saved: ${outcome.kind}.`)
  const { brand, last4, method } = outcome
  return platform.database.transaction((tx) =>
    savePaymentMethod(tx, platform, { organizationId, customerId, processor: 'sandbox', method, brand, last4, now }),
  )
}
