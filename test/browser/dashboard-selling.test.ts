import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { type Complaints, expectAccessible, expectNoOverflow, picture, test } from '#test/support/browser.ts'

/** For walks that look at many pages in each theme and width. */
const SLOW = { timeout: 60_000 }

interface Shop {
  readonly id: string
  readonly slug: string
  /** The dashboard's address. */
  readonly at: string
}

/** Asks the server as the person whose browser this is. */
async function ask<T>(page: Page, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
  const origin = new URL(page.url() === 'about:blank' ? (await page.request.get('/healthz')).url() : page.url()).origin
  const answer = await page.request.fetch(path, { method, headers: { origin }, ...(body === undefined ? {} : { data: body }) })
  if (!answer.ok()) throw new Error(`${method} ${path} was answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Signs somebody up who has a new organization. */
async function openShop(page: Page): Promise<Shop> {
  await ask(page, 'POST', '/api/auth/sign-up/email', { name: 'Elin Sandberg', email: newAddress(), password: PASSWORD })
  const slug = newSlug()
  const { id } = await ask<{ id: string }>(page, 'POST', '/api/auth/organization/create', { name: 'Northwind Tools', slug })
  return { id, slug, at: `/dashboard/${slug}` }
}

const makeProduct = (page: Page, shop: Shop, name: string, amount: number) =>
  ask<{ id: string }>(page, 'POST', '/v1/products/', {
    organization_id: shop.id,
    name,
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: amount }],
  })

/** Somebody opens the checkout with this secret and pays with a card that works. */
const pay = (page: Page, secret: string, name: string) =>
  ask(page, 'POST', `/v1/checkouts/client/${secret}/confirm`, {
    customer_name: name,
    customer_email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test`,
    customer_billing_address: { country: 'DE', line1: 'Invalidenstr. 1', postal_code: '10115', city: 'Berlin' },
    confirmation_token_id: 'sandbox_4242424242424242',
  })

async function sell(page: Page, shop: Shop, productId: string, name: string): Promise<void> {
  const made = await ask<{ client_secret: string }>(page, 'POST', '/v1/checkouts/', { organization_id: shop.id, products: [productId] })
  await pay(page, made.client_secret, name)
}

/** Expects the page as it is to be without fault for everybody, wide and narrow, light and dark. */
async function expectWhole(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await picture(page, name)
}

/** A server that answers `status` to everything about orders. */
async function breakOrders(page: Page, complaints: Complaints, status: number): Promise<void> {
  complaints.allow(new RegExp(String(status)))
  await page.route('**/v1/orders/**', (route) =>
    route.fulfill({ status, headers: { 'x-request-id': 'asked-1' }, json: { error: 'Fault', detail: '' } }),
  )
}

test('a first sale: a product, a checkout, its link, and the order in the dashboard', SLOW, async ({ page }) => {
  const shop = await openShop(page)
  await page.goto(shop.at)
  await page.getByText('0 of 5').waitFor()
  await expectWhole(page, 'overview-empty')
  await page.getByRole('link', { name: 'Make a product' }).click()

  await page.getByLabel('Name').fill('Template Library')
  await page.getByLabel('Description').fill('Forty-two templates.')
  await page.getByLabel('Amount').fill('89')
  await expectWhole(page, 'product-new')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Template Library', level: 1 }).waitFor()
  await page.getByText('Nobody has bought it yet.').waitFor()

  await page.getByRole('button', { name: 'Create checkout' }).click()
  await page.getByLabel('Buyer’s e-mail').fill('jonas@example.test')
  await page.keyboard.press('Enter')
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()
  expect(link).toMatch(/\/checkout\/co_cs_/)
  await expectWhole(page, 'checkout-ready')
  await pay(page, link.slice(link.lastIndexOf('/') + 1), 'Jonas Weber')

  await page.getByRole('link', { name: 'See checkout' }).click()
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByRole('heading', { name: 'Jonas Weber', level: 1 }).waitFor()
  await page.getByRole('cell', { name: 'Payment processor' }).waitFor()
  await page.getByText('Berlin').waitFor()
  await page.getByText('Checkout made').waitFor()
  await expectWhole(page, 'order')
  expect(await page.title()).toBe('Jonas Weber, Template Library · Northwind Tools')

  await page.goto(shop.at)
  await page.getByRole('table', { name: 'Orders' }).getByText('Jonas Weber').waitFor()
  await page.getByText('3 of 5').waitFor()
  await expectWhole(page, 'overview')
})

test('lists are walked by keyboard, and each row leads to its thing', SLOW, async ({ page }) => {
  const shop = await openShop(page)
  const { id } = await makeProduct(page, shop, 'Relay Solo', 2900)
  await makeProduct(page, shop, 'Relay Team', 14_900)
  await sell(page, shop, id, 'Nadia Rahimi')
  await page.goto(`${shop.at}/products`)
  await page.getByRole('link', { name: 'Relay Team' }).waitFor()
  await expectWhole(page, 'products')

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('e')
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Relay Team', level: 1 }).waitFor()
  await expectWhole(page, 'product')

  for (const [letter, heading, row] of [
    ['o', 'Orders', 'Nadia Rahimi'],
    ['c', 'Customers', 'Nadia Rahimi'],
    ['s', 'Checkouts', 'Nadia Rahimi'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await page.getByRole('link', { name: row }).waitFor()
    await expectWhole(page, heading.toLowerCase())
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: row, level: 1 }).waitFor()
    await page.getByText('01', { exact: false }).first().waitFor()
    if (heading !== 'Orders') await expectWhole(page, heading.toLowerCase().slice(0, -1))
  }
})

test('a product is changed, archived from the palette, and what was not saved is not lost unasked', async ({ page, complaints }) => {
  complaints.allow(/422/)
  const shop = await openShop(page)
  const { id } = await makeProduct(page, shop, 'Relay Team', 14_900)
  await page.goto(`${shop.at}/products/${id}/edit`)
  await page.getByLabel('Amount').fill('0.20')
  await page.getByText('1 unsaved change').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('The least is $0.50.').waitFor()
  expect(await page.evaluate('document.activeElement.value')).toBe('0.20')
  await expectWhole(page, 'product-edit')

  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Amount').fill('159')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Relay Team', level: 1 }).waitFor()
  await page.getByText('$159.00').first().waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Archive…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('it cannot be bought').waitFor()
  expect(await page.getByRole('button', { name: 'Create checkout' }).isDisabled()).toBe(true)
})

test('filters, sorting and pages stand in the address', async ({ page }) => {
  const shop = await openShop(page)
  await makeProduct(page, shop, 'Relay Solo', 2900)
  const { id } = await makeProduct(page, shop, 'Old Handbook', 1200)
  await ask(page, 'PATCH', `/v1/products/${id}`, { is_archived: true })
  await page.goto(`${shop.at}/products`)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Archived' }).click()
  await page.waitForURL(/status=archived/)
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/sort=-name/)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing like it')
  await page.getByText('No product fits these filters.').waitFor()
  await page.reload()
  await page.getByText('No product fits these filters.').waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)
})

test('each place that is empty says what belongs there', async ({ page }) => {
  const shop = await openShop(page)
  for (const [room, words] of [
    ['products', 'No products yet'],
    ['orders', 'No orders yet'],
    ['customers', 'No customers yet'],
    ['checkouts', 'No checkouts yet'],
  ] as const) {
    await page.goto(`${shop.at}/${room}`)
    await page.getByRole('heading', { name: words }).waitFor()
    if (room === 'products') await expectWhole(page, 'products-empty')
  }
  await page.goto(`${shop.at}/checkouts?dialog=new`)
  await page.getByText('There is nothing on sale yet.').waitFor()
})

test('what is missing, forbidden or failing says so', async ({ page, complaints }) => {
  const shop = await openShop(page)
  complaints.allow(/404/)
  await page.goto(`${shop.at}/orders/no-id`)
  await page.getByText('There is nothing at this address').waitFor()
  await page.goto(`${shop.at}/products/${shop.id}`)
  await page.getByText('There is nothing at this address').waitFor()
  await expectAccessible(page)

  await breakOrders(page, complaints, 403)
  await page.goto(`${shop.at}/orders`)
  await page.getByText('You may not see this').waitFor()
  await expectAccessible(page)
  await page.unroute('**/v1/orders/**')
  await breakOrders(page, complaints, 500)
  await page.goto(shop.at)
  await page.getByText('asked-1').waitFor()
  await picture(page, 'overview-failed')
  const again = page.waitForRequest(/\/v1\/orders\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await page.unroute('**/v1/orders/**')
  await page.reload()
  await page.getByText('Nothing sold yet').waitFor()
})

test('what belongs to another organization of the same person is not shown under this one', async ({ page, complaints }) => {
  complaints.allow(/404/)
  const one = await openShop(page)
  const { id } = await makeProduct(page, one, 'Relay Solo', 2900)
  const slug = newSlug()
  await ask(page, 'POST', '/api/auth/organization/create', { name: 'Other Shop', slug })
  await page.goto(`/dashboard/${slug}/products/${id}`)
  await page.getByText('There is nothing at this address').waitFor()
  await page.goto(`${one.at}/products/${id}`)
  await page.getByRole('heading', { name: 'Relay Solo', level: 1 }).waitFor()
  await expectNoOverflow(page)
})
