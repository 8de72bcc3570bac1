// Checkouts for tests: opened by a merchant's program, filled in and confirmed by a buyer who has nothing but the client secret.

import { payloadOf } from '#platform/outbox/emit.ts'
import { aProduct, type TestMerchant } from './a-merchant.ts'
import { newAddress } from './a-user.ts'
import type { TestAnswer, TestServer } from './server.ts'

/** The confirmation tokens of the sandbox. */
export const cards = {
  good: 'sandbox_4242424242424242',
  declined: 'sandbox_4000000000000002',
  asksBack: 'sandbox_4000002500003155',
  slow: 'sandbox_4242424242424242_slow',
  lost: 'sandbox_4242424242424242_lost',
  doubled: 'sandbox_4242424242424242_doubled',
} as const

/** A checkout as its buyer has it. */
export interface TestCheckout {
  readonly id: string
  readonly secret: string
  readonly email: string
  /** The merchant's answer when it was opened. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  readonly opened: any
  /** What a buyer fills in; complete but for the card. */
  readonly form: Readonly<Record<string, unknown>>
  /** The buyer's view. */
  see(): Promise<TestAnswer>
  change(body: unknown): Promise<TestAnswer>
  /** Confirms with the form filled in and a card; `body` replaces parts of it, `key` is an Idempotency-Key. */
  confirm(card?: string, sent?: { readonly body?: Readonly<Record<string, unknown>>; readonly key?: string }): Promise<TestAnswer>
}

/** Opens a checkout for a new product, or for what `body` names. */
export async function aCheckout(
  server: TestServer,
  merchant: TestMerchant,
  body: Readonly<Record<string, unknown>> = {},
): Promise<TestCheckout> {
  const products = body['products'] ?? [(await aProduct(merchant)).id]
  const answer = await merchant.request('POST', '/v1/checkouts/', { body: { products, ...body } })
  if (answer.status !== 201) throw new Error(`Opening a checkout was answered ${answer.status}: ${answer.text}`)
  const email = newAddress()
  const form = { customer_email: email, customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
  const secret: string = answer.json.client_secret
  return {
    id: answer.json.id,
    secret,
    email,
    opened: answer.json,
    form,
    see: () => server.request('GET', `/v1/checkouts/client/${secret}`),
    change: (changes) => server.request('PATCH', `/v1/checkouts/client/${secret}`, { body: changes }),
    confirm: (card = cards.good, sent = {}) =>
      server.request('POST', `/v1/checkouts/client/${secret}/confirm`, {
        body: { ...form, confirmation_token_id: card, ...sent.body },
        headers: sent.key === undefined ? {} : { 'idempotency-key': sent.key },
      }),
  }
}

/** The facts of an organization in the order in which they were told: names, and what they tell of. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export async function factsOf(server: TestServer, organizationId: string): Promise<readonly { name: string; payload: any }[]> {
  const facts = await server.platform.database.db
    .selectFrom('facts')
    .select(['name', 'payload'])
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .execute()
  return facts.map((fact) => ({ name: fact.name, payload: payloadOf(server.platform.secrets, fact) }))
}
