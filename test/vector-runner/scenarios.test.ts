// Databases: both.
// Plays the test vectors that describe what happens between requests.

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { nextDocumentNumber } from '#money/billing/number-series/index.ts'
import { ingestEvents } from '#money/usage/counts/index.ts'
import { aCheckout, cards, type TestCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { matches, readVectors, type Vector } from './run.ts'
import { type ScenarioOperation, scenarioOperations } from './scenario-operations.ts'

let server: TestServer
let merchant: TestMerchant
let productId: string

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
  productId = (await aProduct(merchant)).id
})

const redeemed = async (id: string): Promise<number> => (await merchant.request('GET', `/v1/discounts/${id}`)).json.redemptions_count
const limited = (max_redemptions: number | null) => aDiscount(merchant, max_redemptions === null ? {} : { max_redemptions })
const checkoutWith = (discount_id: string) => aCheckout(server, merchant, { products: [productId], discount_id })
const isNotRedeemable = ({ status, json }: Awaited<ReturnType<TestCheckout['confirm']>>) =>
  status === 422 && json.detail[0].loc.join('.') === 'body.discount_code'

const race = z.object({ max_redemptions: z.int().nullable(), concurrent_confirms: z.int() })
const ingestion = z.object({
  batch: z.array(z.string().nullable()).optional(),
  batch_size: z.int().optional(),
  invalid_index: z.int().optional(),
  first_attempt: z.literal('storage error').optional(),
})
const numbering = z.object({ last: z.int(), concurrent: z.int(), rolled_back: z.int() })
const reservation = z.object({ max_redemptions: z.int(), steps: z.array(z.string()) })

const scenarios: Readonly<Record<ScenarioOperation, (input: Vector['input']) => Promise<unknown>>> = {
  'discount.lookup': async (input) => {
    const [stored, entered] = ['stored', 'given'].map((name) => z.string().parse(input[name]))
    await aDiscount(merchant, { code: stored })
    const checkout = await aCheckout(server, merchant, { products: [productId] })
    return (await checkout.update({ discount_code: entered })).status === 200
  },
  'discount.race': async (input) => {
    const { max_redemptions, concurrent_confirms } = race.parse(input)
    const { id } = await limited(max_redemptions)
    const checkouts = await Promise.all(Array.from({ length: concurrent_confirms }, () => checkoutWith(id)))
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm()))
    const rejected = answers.filter(isNotRedeemable).length
    return {
      succeed: answers.filter(({ status }) => status === 200).length,
      rejected,
      rejection: rejected > 0 ? 'DISCOUNT_NOT_REDEEMABLE' : null,
      redemptions_count: await redeemed(id),
    }
  },
  // The card of the sandbox decides at the confirm whether the payment fails.
  'discount.reservation': async (input) => {
    const { max_redemptions, steps } = reservation.parse(input)
    const { id } = await limited(max_redemptions)
    let owner: string | null = null
    for (const step of steps.filter((each) => each.startsWith('confirm '))) {
      const buyer = step.replace('confirm ', '')
      const isDeclined = steps.includes(`payment_failed ${buyer}`)
      const checkout = await checkoutWith(id)
      const { status } = await checkout.confirm(isDeclined ? cards.declined : cards.good)
      if (status === 200 && !isDeclined) owner = buyer
    }
    return { redemptions_count: await redeemed(id), owner }
  },
  'event.ingest': async (input) => {
    const { batch_size, batch = Array.from({ length: batch_size ?? 0 }, () => null), invalid_index, first_attempt } = ingestion.parse(input)
    const name = `ingested-${newId(new Date())}`
    const events = batch.map((external_id, index) => {
      const event = { name, external_customer_id: name, external_id: external_id && `${name}-${external_id}` }
      return index === invalid_index ? { ...event, name: '' } : event
    })
    if (first_attempt) await expect(storeAndFail(events)).rejects.toThrow('storage')
    const { status, json } = await merchant.request('POST', '/v1/events/ingest', { body: { events } })
    if (status === 200) return first_attempt ? { retry: json } : json
    const loc = json.detail[0].loc.slice(0, batch_size === undefined ? 3 : 2)
    const { pagination } = (await merchant.request('GET', `/v1/events/?name=${name}`)).json
    return { error: json.error, http: status, loc, inserted: pagination.total_count }
  },
  'invoice.race': async (input) => {
    const { last, concurrent, rolled_back } = numbering.parse(input)
    const { organizationId } = merchant
    await sql`insert into number_series (organization_id, series, prefix, last_number) values (${organizationId}, 'invoices', 'INV', ${last})`.execute(
      server.platform.database.db,
    )
    const taken = await Promise.all(Array.from({ length: concurrent }, (_, at) => takeNumber(organizationId, at < rolled_back)))
    return { numbers: taken.flat().toSorted((a, b) => a - b) }
  },
}

/** Takes the next number of a series; `isUndone` rolls its transaction back. */
function takeNumber(organizationId: string, isUndone: boolean): Promise<number[]> {
  const undo = new Error('undo')
  return server.platform.database
    .transaction(async (tx) => {
      const next = nextDocumentNumber(organizationId, { series: 'invoices', head: 'INV' })
      const { rows } = await sql<{ number: string }>`select ${next} as number`.execute(tx)
      if (isUndone) throw undo
      return rows.map(({ number }) => Number(number.split('-')[1]))
    })
    .catch((error) => (error === undo ? [] : Promise.reject(error)))
}

/** Stores events in a transaction that fails afterwards. */
function storeAndFail(events: readonly { readonly name: string; readonly external_id: string | null }[]): Promise<void> {
  const drafts = events.map(({ name, external_id: externalId }) => ({
    name,
    timestamp: null,
    customer: { externalId: name },
    externalId,
    metadata: {},
  }))
  return server.platform.database.transaction(async (tx) => {
    await ingestEvents(tx, server.platform, { organizationId: merchant.organizationId, events: drafts })
    throw new Error('storage')
  })
}

const isScenario = (op: string): op is ScenarioOperation => (scenarioOperations as readonly string[]).includes(op)

test.each(readVectors('test/vectors').filter(({ vector }) => isScenario(vector.input.op)))('$vector.name', async ({ vector }) => {
  const { input, expected } = vector
  const actual = isScenario(input.op) ? await scenarios[input.op](input) : undefined
  expect([actual, matches(actual, expected)]).toEqual([expect.anything(), true])
})
