// Exempt time that is given back beside prices that contain their tax: it lessens the prices, and never the tax.
import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { buyPlan, invoice, prorated } from '#test/support/subscriptions/a-bought-plan.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const BOUGHT = new Date('2027-01-01T12:00:00Z')
const CHANGED = new Date('2027-01-11T12:00:00Z')
const RENEWED = new Date('2027-02-01T12:00:00Z')
const RENEWED_AGAIN = new Date('2027-03-01T12:00:00Z')

const clock = movableClock(BOUGHT)

test('a change whose tax exceeds what is left to pay gives credit, uses it, and charges what the preview says', async () => {
  const { server, plan } = await anExemptPlan()
  clock.set(CHANGED)
  const body = invoice(await aPlan(plan.merchant, 3410))
  // 21 of 31 days: 21.00 of the exempt plan go back, 23.10 of the taxed one are billed, with 3.69 of tax in them.
  const preview = (await plan.preview(body)).json
  const order = { subtotal_amount: 369, net_amount: 0, tax_amount: 369, total_amount: 369, applied_balance_amount: -159, due_amount: 210 }
  expect(preview).toMatchObject({ charged_amount: 210, customer_credit_amount: 159, order })
  expect((await plan.change(body)).status).toBe(200)
  await server.drain()
  expect([await plan.charged(), await plan.credit()]).toEqual([[3100, 210], 0])
  expect((await plan.orders())[1]).toMatchObject({ net_amount: 0, tax_amount: 369, total_amount: 369 })
  await expectSoundBooks(server, plan.merchant)
  await server.close()
})

test('a renewal that bills such a change gives credit, which the next one uses', async () => {
  const { server, plan } = await anExemptPlan()
  clock.set(CHANGED)
  expect((await plan.change(prorated(await aPlan(plan.merchant, 1300)))).status).toBe(200)
  clock.set(RENEWED)
  await server.drain()
  const [, renewal] = await plan.orders()
  expect(renewal?.items.map(({ amount }) => amount)).toEqual([1300, -2100, 881, 267])
  expect(renewal).toMatchObject({ net_amount: 0, tax_amount: 348, total_amount: 348 })
  expect([await plan.charged(), await plan.credit()]).toEqual([[3100, 348], 267])
  clock.set(RENEWED_AGAIN)
  await server.drain()
  expect([await plan.charged(), await plan.credit()]).toEqual([[3100, 348, 1033], 0])
  await expectSoundBooks(server, plan.merchant)
  await server.close()
})

async function anExemptPlan() {
  clock.set(BOUGHT)
  const server = await testServer({ database: await ownDatabase(), clock })
  const merchant = await aMerchant(server)
  await collectTaxes(merchant, { behavior: 'inclusive' })
  const productId = await aPlan(merchant, 3100, { tax_code: 'exempt' })
  return { server, plan: await buyPlan(server, merchant, { productId }) }
}
