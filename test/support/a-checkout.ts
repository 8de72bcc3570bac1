// Checkouts for tests: a merchant's program creates them, and a buyer with the client secret fills them in and confirms them.

import { payloadOf } from '#platform/outbox/emit.ts'
import { aProduct, type TestMerchant } from './a-merchant.ts'
import { uniqueEmail } from './a-user.ts'
import type { TestAnswer, TestServer } from './server.ts'

/** The confirmation tokens of the sandbox processor. */
export const cards = {
  good: 'sandbox_4242424242424242',
  declined: 'sandbox_4000000000000002',
  requiresAction: 'sandbox_4000002500003155',
  slow: 'sandbox_4242424242424242_slow',
  lost: 'sandbox_4242424242424242_lost',
  doubled: 'sandbox_4242424242424242_doubled',
} as const

/** A checkout with the requests of its buyer. */
export interface TestCheckout {
  readonly id: string
  readonly secret: string
  readonly email: string
  /** The answer that the merchant got. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly created: any
  /** The complete form of the buyer without the card. */
  readonly form: Readonly<Record<string, unknown>>
  /** Reads the checkout as the buyer. */
  view(): Promise<TestAnswer>
  update(body: unknown): Promise<TestAnswer>
  /** Confirms with the form filled in and a card; `body` replaces parts of it, `key` is an Idempotency-Key. */
  confirm(card?: string, sent?: { readonly body?: Readonly<Record<string, unknown>>; readonly key?: string }): Promise<TestAnswer>
}

/** Creates a checkout for a new product, or for the products of `body`. */
export async function aCheckout(
  server: TestServer,
  merchant: TestMerchant,
  body: Readonly<Record<string, unknown>> = {},
): Promise<TestCheckout> {
  const products = body['products'] ?? [(await aProduct(merchant)).id]
  const answer = await merchant.request('POST', '/v1/checkouts/', { body: { products, ...body } })
  if (answer.status !== 201) throw new Error(`Creating a checkout was answered ${answer.status}: ${answer.text}`)
  const email = uniqueEmail()
  const form = { customer_email: email, customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
  const secret: string = answer.json.client_secret
  return {
    id: answer.json.id,
    secret,
    email,
    created: answer.json,
    form,
    view: () => server.request('GET', `/v1/checkouts/client/${secret}`),
    update: (changes) => server.request('PATCH', `/v1/checkouts/client/${secret}`, { body: changes }),
    confirm: (card = cards.good, sent = {}) =>
      server.request('POST', `/v1/checkouts/client/${secret}/confirm`, {
        body: { ...form, confirmation_token_id: card, ...sent.body },
        headers: sent.key === undefined ? {} : { 'idempotency-key': sent.key },
      }),
  }
}

/** The domain events of an organization in their order, with their payloads. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export async function eventsOf(server: TestServer, organizationId: string): Promise<readonly { name: string; payload: any }[]> {
  const events = await server.platform.database.db
    .selectFrom('domain_events')
    .select(['name', 'payload'])
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .execute()
  return events.map((event) => ({ name: event.name, payload: payloadOf(server.platform.secrets, event) }))
}
