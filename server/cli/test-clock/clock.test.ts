import { afterAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { uncontrolled } from '#platform/work-control.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'
import { manageTestClock } from './clock.ts'

const server = await testServer({ database: await ownDatabase(), clock: movableClock(START) })
afterAll(() => server.close())

const run = (input: Record<string, unknown>) =>
  manageTestClock({ database: server.platform.database, platform: async () => server.platform as never, control: uncontrolled }, input)

async function aSlug() {
  const merchant = await aMerchant(server)
  const { slug } = (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json
  return { merchant, slug: slug as string }
}

test('a clock is created by its first advance, which the command completes itself where no worker does', async () => {
  const { merchant, slug } = await aSlug()
  const checkout = await aCheckout(server, merchant)
  expect((await run({ action: 'show', slug })).lines).toEqual([`${slug} has no test clock: it lives in real time.`])
  const advanced = await run({ action: 'advance', slug, by: 'P1Y', to: null })
  const standsAt = '2027-03-12T14:20:00.000Z'
  expect(advanced).toEqual({
    lines: [`The test clock of ${slug} stands at ${standsAt}.`],
    json: { status: 'ready', frozenTime: standsAt, targetTime: standsAt, error: null },
    exitCode: 0,
  })
  expect((await run({ action: 'show', slug })).lines).toEqual(advanced.lines)
  expect((await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json.status).toBe('expired')
})

test('an unknown organization and an earlier instant are refused', async () => {
  const { slug } = await aSlug()
  await expect(run({ action: 'show', slug: 'nobody-has-it' })).rejects.toThrow('No organization has the slug nobody-has-it.')
  await expect(run({ action: 'advance', slug, by: null, to: '2026-01-01T00:00:00Z' })).rejects.toThrow('only moves forward')
  expect((await run({ action: 'show', slug })).json).toBeNull()
})
