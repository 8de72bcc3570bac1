// The lines of a change of plan: what each bills or gives back, and for which time. They say so on the wire, on the invoice and on its PDF.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { pdfText } from '#test/support/markers/pdf-text.ts'
import { testServer } from '#test/support/server.ts'
import { type BoughtPlan, buyPlan, invoice, prorated } from '#test/support/subscriptions/a-bought-plan.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const BOUGHT = '2027-01-01T12:00:00Z'
const CHANGED = '2027-01-11T12:00:00Z'
const RENEWED = '2027-02-01T12:00:00Z'
const AFTER_RENEWAL = '2027-03-01T12:00:00Z'
const AFTER_CHANGE = '2028-01-11T12:00:00Z'
const REST = '11 January – 1 February 2027'

const clock = movableClock(new Date(BOUGHT))
const server = await testServer({ database: await ownDatabase(), clock })
afterAll(() => server.close())

type Case = 'prorated' | 'invoiced' | 'yearly'
const bought = {} as Record<Case, BoughtPlan>

beforeAll(async () => {
  const plan = async () => {
    const merchant = await aMerchant(server)
    return buyPlan(server, merchant, { productId: await aPlan(merchant, 3100) })
  }
  for (const name of ['prorated', 'invoiced', 'yearly'] as const) bought[name] = await plan()
  clock.set(new Date(CHANGED))
  const { prorated: cheaper, invoiced: dearer, yearly } = bought
  const year = { recurring_interval: 'year' }
  const changes = [
    await cheaper.change(prorated(await aPlan(cheaper.merchant, 1000))),
    await dearer.change(invoice(await aPlan(dearer.merchant, 6200))),
    await yearly.change(prorated(await aPlan(yearly.merchant, 36_500, year))),
  ]
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
  clock.set(new Date(RENEWED))
  await server.drain()
  for (const { merchant } of Object.values(bought)) await expectSoundBooks(server, merchant)
})

/** The lines; the PDF leaves the period out where it is that of the order. */
const cases = [
  [
    'prorated',
    [
      [1000, RENEWED, AFTER_RENEWAL, 'Plan of 1000', null],
      [-2100, CHANGED, RENEWED, 'Plan of 3100', REST],
      [677, CHANGED, RENEWED, 'Plan of 1000', REST],
      [423, RENEWED, AFTER_RENEWAL, 'Kept as credit', null],
    ],
  ],
  [
    'invoiced',
    [
      [-2100, CHANGED, RENEWED, 'Plan of 3100', REST],
      [4200, CHANGED, RENEWED, 'Plan of 6200', REST],
    ],
  ],
  [
    'yearly',
    [
      [-2100, CHANGED, RENEWED, 'Plan of 3100', REST],
      [36_500, CHANGED, AFTER_CHANGE, 'Plan of 36500', '11 January 2027 – 11 January 2028'],
    ],
  ],
] as const

test.each(cases)('the order of a change that is %s says what each line bills and for which time', async (name, lines) => {
  const items = (await bought[name].orders())[1]?.items ?? []
  const shown = items.map(({ amount, start_timestamp: start, end_timestamp: end }) => [amount, start, end])
  expect(shown).toEqual(lines.map(([amount, start, end]) => [amount, ...[start, end].map((each) => new Date(each).toISOString())]))
})

test.each(cases)('the PDF of the invoice of a change that is %s names the time of each line', async (name, lines) => {
  const { merchant, orders } = bought[name]
  const path = `/v1/orders/${(await orders())[1]?.id}/invoice`
  expect((await merchant.request('POST', path)).status).toBe(202)
  const { url } = (await merchant.request('GET', path)).json
  const file = await server.app.inject({ method: 'GET', url: url.replace(server.settings.BASE_URL, '') })
  const text = pdfText(file.rawPayload).replaceAll(/[\u2009\u202f]/g, ' ')
  for (const [, , , label, period] of lines) expect(text).toContain(period ? `${label}\n${period}\n1\n` : `${label}\n1\n`)
})
