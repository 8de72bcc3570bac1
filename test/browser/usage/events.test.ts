// The usage of customers, as the merchant sees it: events, the customers of a meter, and the meters of a customer.
import { expect, inject } from 'vitest'
import { LANGUAGE_COOKIE } from '#kernel/language/languages.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, expectNoOverflow, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

async function send(merchant: TestMerchant, events: readonly object[]): Promise<void> {
  const { status, text } = await merchant.request('POST', '/v1/events/ingest', { body: { events } })
  if (status !== 200) throw new Error(`Sending events was answered ${status}: ${text}`)
}

async function aCustomer(merchant: TestMerchant, name: string, externalId: string): Promise<string> {
  const body = { name, email: `${externalId}@example.com`, external_id: externalId }
  return (await merchant.request('POST', '/v1/customers/', { body })).json.id
}

/** Two meters, a dozen customers of which the first has used both, and a customer whom no event names. */
async function usedMeters(merchant: TestMerchant) {
  const named = (value: string) => ({ conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value }] })
  const aMeter = async (name: string, event: string, aggregation: object): Promise<string> =>
    (await merchant.request('POST', '/v1/meters/', { body: { name, filter: named(event), aggregation } })).json.id
  const tokens = await aMeter('Tokens', 'ai.tokens', { func: 'sum', property: 'tokens' })
  const calls = await aMeter('API calls', 'api.call', { func: 'count' })
  const iris = await aCustomer(merchant, 'Iris Visser', 'user-1')
  const names = ['Bo', 'Cleo', 'Dirk', 'Eva', 'Finn', 'Gus', 'Hanna', 'Ivo', 'Jana', 'Kaj', 'Lea']
  for (const [at, name] of names.entries()) await aCustomer(merchant, name, `user-${at + 2}`)
  const silent = await aCustomer(merchant, 'Mia', 'user-13')
  const metadata = { tokens: 1234.5, model: 'small', usage: { region: 'eu', cached: false }, note: 'a longer text that a row cuts off' }
  await send(merchant, [
    ...names.map((_, at) => ({
      name: 'ai.tokens',
      external_customer_id: `user-${at + 2}`,
      timestamp: secondsAgo(600 + at),
      metadata: { tokens: 100 - at },
    })),
    { name: 'ai.tokens', external_customer_id: 'user-1', external_id: 'request-4711', timestamp: secondsAgo(60), metadata },
    { name: 'api.call', external_customer_id: 'user-1', timestamp: secondsAgo(120) },
    { name: 'ai.tokens', external_customer_id: 'unknown-17', timestamp: secondsAgo(30), metadata: { tokens: 7 } },
  ])
  await expect.poll(async () => (await merchant.request('GET', '/v1/customer-meters/')).json.pagination.total_count).toBe(names.length + 2)
  return { tokens, calls, iris, silent }
}

test('a merchant without events sees how to send the first one', SLOW, async ({ page, merchant }) => {
  await page.goto(`/dashboard/${merchant.slug}/usage/events`)
  await page.getByRole('heading', { name: 'No events yet' }).waitFor()
  const example = page.getByRole('group', { name: 'Send the first event' })
  await example.getByText(/curl .*\/v1\/events\/ingest/).waitFor()
  await expectAccessible(page)
  await picture(page, 'usage-events-empty')
  // The example is what the server takes.
  const body = JSON.parse(/-d '(.*)'$/s.exec((await example.textContent()) ?? '')?.[1] ?? '')
  expect((await merchant.request('POST', '/v1/events/ingest', { body })).json).toEqual({ inserted: 1, duplicates: 0 })
  await page.getByRole('link', { name: 'View API tokens' }).click()
  await page.waitForURL('**/developers/tokens')
  await page.goBack()
  await page.reload()
  await page.getByRole('link', { name: 'ai.tokens' }).waitFor()
  await page.getByRole('cell', { name: 'customer-17 no customer yet' }).waitFor()
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: inject('baseUrl') }])
  await page.reload()
  await page.getByRole('heading', { name: 'Ereignisse', level: 1 }).waitFor()
  await page.getByRole('cell', { name: 'customer-17 noch kein Kunde' }).waitFor()
  await page.getByText('1 Ereignis', { exact: true }).waitFor()
})

test('events are filtered by name, customer and source, and one is opened with its metadata', SLOW, async ({ page, merchant }) => {
  const { iris } = await usedMeters(merchant)
  const rows = page.locator('[data-row]')
  const filter = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    return page.getByRole('dialog', { name, exact: true })
  }
  await page.goto(`/dashboard/${merchant.slug}`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
  await page.getByText('14 events', { exact: true }).waitFor()
  // The newest is first.
  await rows.first().getByRole('cell', { name: 'unknown-17 no customer yet' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'usage-events')

  const names = await filter('Name')
  await names.getByRole('textbox').fill('call')
  await expect.poll(() => names.getByRole('button').allInnerTexts()).toEqual(['api.call'])
  await expectAccessible(page)
  await names.getByRole('button', { name: 'api.call' }).click()
  await page.getByText('1 event', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove filter Name' }).click()
  await page.getByText('14 events', { exact: true }).waitFor()
  await (await filter('Source')).getByRole('button', { name: 'System' }).click()
  await page.getByText('No events match these filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  const ids = await filter('External customer ID')
  await ids.getByRole('textbox').fill('unknown-17')
  await page.keyboard.press('Enter')
  await page.getByText('1 event', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await (await filter('Date')).getByRole('button', { name: 'Today' }).click()
  await page.waitForURL('**date=*')
  await page.keyboard.press('Escape')
  const customers = await filter('Customer')
  await customers.getByRole('textbox').fill('iris')
  await customers.getByRole('button', { name: 'Iris Visser' }).click()
  await page.getByText('2 events', { exact: true }).waitFor()
  await expectAccessible(page)

  await rows.first().getByRole('link', { name: 'ai.tokens' }).click()
  const drawer = page.getByRole('dialog', { name: 'ai.tokens' })
  for (const [path, value] of [
    ['tokens', '1234.5'],
    ['usage.region', 'eu'],
    ['usage.cached', 'false'],
  ] as const)
    await drawer.getByRole('row', { name: `${path} ${value}`, exact: true }).waitFor()
  await drawer.getByText('request-4711').waitFor()
  await drawer.getByRole('button', { name: 'Copy: ID', exact: true }).waitFor()
  await expectAccessible(page)
  await picture(page, 'usage-event')
  await drawer.getByRole('button', { name: 'Next event' }).click()
  await page.getByRole('dialog', { name: 'api.call' }).getByText('None', { exact: true }).waitFor()
  // The URL alone opens the same event, also where the list does not show it.
  await page.goto(`${page.url().split('?')[0]}?event=${new URL(page.url()).searchParams.get('event')}&name=ai.tokens`)
  await page
    .getByRole('dialog', { name: 'api.call' })
    .getByRole('link', { name: /Iris Visser/ })
    .click()
  await page.waitForURL(`**/customers/${iris}`)
})

test('an event that does not exist says so', SLOW, async ({ page, merchant, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const other = await aMerchant(runningServer(inject('baseUrl')))
  await send(other, [{ name: 'ai.tokens', external_customer_id: 'user-1' }])
  const foreign = (await other.request('GET', '/v1/events/')).json.items[0].id
  for (const id of ['no-id', foreign]) {
    await page.goto(`/dashboard/${merchant.slug}/usage/events?event=${id}`)
    await page.getByRole('dialog').getByText('This event doesn’t exist').waitFor()
    await expectAccessible(page)
  }
})

test(
  'a total that the server has not counted to its end is named as a lower bound, and pages go on after it',
  SLOW,
  async ({ page, merchant }) => {
    await send(
      merchant,
      Array.from({ length: 20 }, (_, at) => ({ name: 'ai.tokens', external_customer_id: 'user-1', timestamp: secondsAgo(at + 1) })),
    )
    // The server's answer where a filter leaves more than 10,000 events.
    await page.route(/\/v1\/events\/\?.*name=/, async (route) => {
      const url = new URL(route.request().url())
      const isLast = url.searchParams.get('page') === '501'
      url.searchParams.set('page', '1')
      const { items } = await (await route.fetch({ url: url.href })).json()
      await route.fulfill({ json: { items: isLast ? items.slice(0, 3) : items, pagination: { total_count: 10_000, max_page: 500 } } })
    })
    const at = `/dashboard/${merchant.slug}/usage/events`
    await page.goto(at)
    await page.getByText('20 events', { exact: true }).waitFor()
    await page.goto(`${at}?name=ai.tokens&page=500`)
    await page.getByText('At least 10,000 events').waitFor()
    await page.getByText('9,981–10,000 of at least 10,000').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('10,003 events', { exact: true }).waitFor()
    await page.getByText('10,001–10,003 of 10,003', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
  },
)

test(
  'a meter shows what its customers have used, a customer its meters, in the language of the reader',
  SLOW,
  async ({ page, merchant }) => {
    const { tokens, iris, silent } = await usedMeters(merchant)
    const at = `/dashboard/${merchant.slug}`
    await page.goto(`${at}/usage/meters/${tokens}`)
    const table = page.getByRole('table', { name: 'Customers' })
    // The one who has used most is first; a decimal in the language of the reader.
    await table.getByRole('row', { name: /^Iris Visser.* 1,234\.5 0 −1,234\.5 / }).waitFor()
    await page.getByText('1–10 of 12').waitFor()
    await expectAccessible(page)
    await picture(page, 'usage-meter')
    await page.getByRole('button', { name: 'Next page' }).click()
    await table.getByRole('link', { name: 'Lea' }).waitFor()
    expect(page.url()).toContain('page=2')
    await page.getByRole('link', { name: 'Events it counts' }).click()
    await page.getByText('13 events', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Counted by Tokens' }).waitFor()

    const answered = page.waitForResponse(/customer-meters/)
    await page.goto(`${at}/customers/${silent}`)
    await answered
    await page.getByText('No orders yet.').waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Usage' }).count()).toBe(0)
    await page.goto(`${at}/customers/${iris}`)
    const usage = page.getByRole('table', { name: 'Usage' })
    await expect.poll(() => usage.getByRole('link').allInnerTexts()).toEqual(['API calls', 'Tokens'])
    await expectAccessible(page)
    await picture(page, 'usage-customer')
    await page.getByRole('link', { name: 'All events' }).click()
    await page.getByText('2 events', { exact: true }).waitFor()

    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: inject('baseUrl') }])
    await page.goto(`${at}/customers/${iris}`)
    await page
      .getByRole('table', { name: 'Verbrauch' })
      .getByRole('row', { name: /^Tokens.* 1\.234,5 0 −1\.234,5 / })
      .waitFor()
    await page.goto(`${at}/usage/meters/${tokens}`)
    await page.getByRole('table', { name: 'Kunden' }).getByRole('link', { name: 'Iris Visser' }).waitFor()
    await expectNoOverflow(page)
    await page.getByRole('link', { name: 'Gezählte Ereignisse' }).click()
    await page.getByText('13 Ereignisse', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'ai.tokens' }).first().click()
    await page.getByText('Noch kein Kunde hat diese ID.').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
  },
)
