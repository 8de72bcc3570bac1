// The test clock in the dashboard: how it is created and advanced, what its timeline shows, and its mark on every page.
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, expectNoOverflow, forgetCookies, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'
import { withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 150_000 }

/** A signed-in merchant in Berlin of whom Sanne Visser has bought Library access for $19.00 a month. */
const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone: 'Europe/Berlin' } })
  const { id } = await aProduct(merchant, {
    name: 'Library access',
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }],
  })
  const { json } = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  await merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body: BUYER })
  await signInAs(context, merchant)
  return merchant
})

test('a merchant creates a test clock, advances it by a month, and finds the renewal in its timeline', SLOW, async ({ page, merchant }) => {
  await page.goto(`/dashboard/${merchant.slug}/developers/test-clock`)
  await page.getByText('Real time', { exact: true }).waitFor()
  await page.getByText('Everything that happens when the time moves appears here, newest first.').waitFor()
  await page.getByText('1 subscription reaches the end of its period by then.').waitFor()
  await expect.poll(() => page.getByText(/^Test clock: /).count()).toBe(0)
  await expectAccessible(page)
  await picture(page, 'test-clock-none')
  await page.getByRole('button', { name: 'Create test clock…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create the test clock?' })
  await dialog.getByText(/the test clock can never be removed/).waitFor()
  await expectAccessible(page)
  await picture(page, 'test-clock-create')
  await dialog.getByRole('button', { name: 'Create and advance' }).click()
  await page.getByRole('link', { name: /^Renewal paid with order / }).waitFor()
  await page.getByText('Standing still', { exact: true }).waitFor()
  const clock = (await merchant.request('GET', '/v1/test-clocks/')).json.items[0]
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Berlin' }).format(new Date(clock.frozen_time))
  await page.getByRole('link', { name: new RegExp(`^Test clock: \\d+ \\w+ ${year}`) }).waitFor()
  await expectAccessible(page)
  await picture(page, 'test-clock')
  await page.getByRole('link', { name: /^Renewal paid with order / }).click()
  await page.waitForURL(/\/orders\//)
  // The mark is on every page, those of the settings too, and leads back.
  await page.goto(`/dashboard/${merchant.slug}/settings/general`)
  await page.getByRole('link', { name: /^Test clock: / }).click()
  await page.getByRole('heading', { name: 'Test clock', exact: true }).waitFor()
})

test(
  'a clock advances to a date in the billing time zone; one that is not later is refused at its field',
  SLOW,
  async ({ page, merchant }) => {
    const created = await merchant.request('POST', '/v1/test-clocks/', { body: {} })
    const year = new Date(created.json.frozen_time).getUTCFullYear() + 1
    await page.goto(`/dashboard/${merchant.slug}/developers/test-clock`)
    await page.getByLabel('Advance', { exact: true }).selectOption('To a date and time')
    const date = page.getByLabel('Date and time')
    await date.fill('2020-01-01T00:00')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await page.getByText('The clock only moves forward. Enter a later time.').waitFor()
    await expectAccessible(page)
    await picture(page, 'test-clock-refused')
    await date.fill(`${year}-07-01T10:00`)
    await page.getByText(new RegExp(`^The time moves to 1 July ${year}.{2,4}10:00\\.`)).waitFor()
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await page.getByText(new RegExp(`^The test clock has reached 1 July ${year}`)).waitFor()
    await page.getByText(new RegExp(`^The test clock advanced to 1 July ${year}`)).waitFor()
    const clock = (await merchant.request('GET', `/v1/test-clocks/${created.json.id}`)).json
    expect(clock.frozen_time).toBe(`${year}-07-01T08:00:00.000Z`)
    await expectNoOverflow(page)
    await picture(page, 'test-clock-year')
  },
)

test('a member who can’t change the organization sees the clock, and no form', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    await merchant.request('POST', '/v1/test-clocks/', { body: {} })
    await forgetCookies(context)
    await signInAs(context, await aMember(server, merchant.organizationId, 'member'), url)
    await page.goto(`${url}/dashboard/${merchant.slug}/developers/test-clock`)
    await page.getByText('Your role doesn’t allow moving the time. Ask an owner or an admin.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Advance', exact: true }).count()).toBe(0)
  })
})

test('a live merchant has no entry for a test clock, and its page says why', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const { organizationId } = merchant
    await merchant.request('PATCH', `/v1/organizations/${organizationId}`, { body: { website: 'https://live.example' } })
    await sql`update merchants set mode = 'live' where organization_id = ${organizationId}`.execute(server.platform.database.db)
    await forgetCookies(context)
    await signInAs(context, merchant, url)
    await page.goto(`${url}/dashboard/${merchant.slug}/developers/test-clock`)
    await page.getByRole('heading', { name: 'Live time can’t be moved' }).waitFor()
    await expect.poll(() => page.getByRole('navigation').getByRole('link', { name: 'Test clock' }).count()).toBe(0)
    await expectAccessible(page)
  })
})

test('an advance that stopped early says so, and continues from there', SLOW, async ({ page, context }) => {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const { id } = (await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json
    const target = new Date(server.clock.now({ organizationId: merchant.organizationId }).getTime() + 86_400_000)
    await sql`update test_clocks set status = 'failed', error = 'Renewals could not be completed.', advanced_from = created_at,
      target_at = ${target} where id = ${id}`.execute(server.platform.database.db)
    await forgetCookies(context)
    await signInAs(context, merchant, url)
    await page.goto(`${url}/dashboard/${merchant.slug}/developers/test-clock`)
    await page
      .getByRole('alert')
      .getByText(/What was due next couldn’t be completed/)
      .waitFor()
    await expectAccessible(page)
    await picture(page, 'test-clock-failed')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Advancing', { exact: true }).waitFor()
    await picture(page, 'test-clock-advancing')
    await server.drain()
    await page.getByText(/^The test clock has reached /).waitFor()
  })
})
