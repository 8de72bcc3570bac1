import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, expectNoOverflow, type PageErrors, picture, test } from '#test/support/browser.ts'

/** For tests that take pictures of many pages in each theme and width. */
const SLOW = { timeout: 120_000 }

interface TestOrganization {
  readonly id: string
  readonly slug: string
  /** The path of the dashboard. */
  readonly at: string
}

/** Calls the API as the user of this browser. */
async function call<T>(page: Page, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
  const origin = new URL(page.url() === 'about:blank' ? (await page.request.get('/healthz')).url() : page.url()).origin
  const response = await page.request.fetch(path, { method, headers: { origin }, ...(body === undefined ? {} : { data: body }) })
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Signs up a user and creates an organization. */
async function createOrganization(page: Page): Promise<TestOrganization> {
  await call(page, 'POST', '/api/auth/sign-up/email', { name: 'Elin Sandberg', email: uniqueEmail(), password: PASSWORD })
  const slug = newSlug()
  const { id } = await call<{ id: string }>(page, 'POST', '/api/auth/organization/create', { name: 'Northwind Tools', slug })
  return { id, slug, at: `/dashboard/${slug}` }
}

const createProduct = (page: Page, organization: TestOrganization, name: string, amount: number) =>
  call<{ id: string }>(page, 'POST', '/v1/products/', {
    organization_id: organization.id,
    name,
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: amount }],
  })

/** Confirms the checkout with this secret, with a valid card. */
const pay = (page: Page, secret: string, name: string) =>
  call(page, 'POST', `/v1/checkouts/client/${secret}/confirm`, {
    customer_name: name,
    customer_email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test`,
    customer_billing_address: { country: 'DE', line1: 'Invalidenstr. 1', postal_code: '10115', city: 'Berlin' },
    confirmation_token_id: 'sandbox_4242424242424242',
  })

async function sell(page: Page, organization: TestOrganization, productId: string, name: string): Promise<void> {
  const checkout = await call<{ client_secret: string }>(page, 'POST', '/v1/checkouts/', {
    organization_id: organization.id,
    products: [productId],
  })
  await pay(page, checkout.client_secret, name)
}

/** Expects the page to be accessible, and takes pictures of it in each theme and width. */
async function expectPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await picture(page, name)
}

/** Makes all order requests fail with `status`. */
async function breakOrders(page: Page, pageErrors: PageErrors, status: number): Promise<void> {
  pageErrors.allow(new RegExp(String(status)))
  await page.route('**/v1/orders/**', (route) =>
    route.fulfill({ status, headers: { 'x-request-id': 'request-1' }, json: { error: 'Fault', detail: '' } }),
  )
}

test('a first sale: create a product and a checkout, pay by its link, and see the order in the dashboard', SLOW, async ({ page }) => {
  const organization = await createOrganization(page)
  await page.goto(organization.at)
  await page.getByText('0 of 5').waitFor()
  await expectPage(page, 'overview-empty')
  await page.getByRole('link', { name: 'Create a product' }).click()

  await page.getByLabel('Name').fill('Template Library')
  await page.getByLabel('Description').fill('Forty-two templates.')
  await page.getByLabel('Amount').fill('89')
  await expectPage(page, 'product-new')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Template Library', level: 1 }).waitFor()
  await page.getByText('No sales yet.').waitFor()

  await page.getByRole('button', { name: 'Create checkout' }).click()
  await page.getByLabel('Buyer’s e-mail').fill('jonas@example.test')
  await page.keyboard.press('Enter')
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()
  expect(link).toMatch(/\/checkout\/co_cs_/)
  await expectPage(page, 'checkout-ready')
  await pay(page, link.slice(link.lastIndexOf('/') + 1), 'Jonas Weber')

  await page.getByRole('link', { name: 'View checkout' }).click()
  await page.getByRole('link', { name: 'View order' }).click()
  await page.getByRole('heading', { name: /-0001$/, level: 1 }).waitFor()
  await page.getByRole('cell', { name: 'Payment processor' }).first().waitFor()
  await page.getByText('Berlin').waitFor()
  await page.getByText('Checkout created').waitFor()
  await expectPage(page, 'order')
  await expect.poll(() => page.title()).toMatch(/-0001, Jonas Weber · Northwind Tools$/)

  await page.goto(organization.at)
  await page.getByRole('table', { name: 'Orders' }).getByText('Jonas Weber').waitFor()
  await page.getByText('3 of 5').waitFor()
  await expectPage(page, 'overview')
})

test('lists are navigated by keyboard, and each row opens its detail page', SLOW, async ({ page }) => {
  const organization = await createOrganization(page)
  const { id } = await createProduct(page, organization, 'Relay Solo', 2900)
  await createProduct(page, organization, 'Relay Team', 14_900)
  await sell(page, organization, id, 'Nadia Rahimi')
  await page.goto(`${organization.at}/products`)
  await page.getByRole('link', { name: 'Relay Team' }).waitFor()
  await expectPage(page, 'products')

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
  await expectPage(page, 'product')

  for (const [letter, heading, row] of [
    ['o', 'Orders', /-0001$/],
    ['c', 'Customers', 'Nadia Rahimi'],
    ['s', 'Checkouts', 'Nadia Rahimi'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await page.getByRole('link', { name: row }).waitFor()
    await expectPage(page, heading.toLowerCase())
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: row, level: 1 }).waitFor()
    await page.getByText('01', { exact: false }).first().waitFor()
    if (heading !== 'Orders') await expectPage(page, heading.toLowerCase().slice(0, -1))
  }
})

test('a product is updated and archived from the palette, and leaving unsaved changes needs a confirmation', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/422/)
  const organization = await createOrganization(page)
  const { id } = await createProduct(page, organization, 'Relay Team', 14_900)
  await page.goto(`${organization.at}/products/${id}/edit`)
  await page.getByLabel('Amount').fill('0.20')
  await page.getByText('Unsaved: Price').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('The minimum is $0.50.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('0.20')
  await expectPage(page, 'product-edit')

  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Amount').fill('159')
  await page.getByText('The minimum is $0.50.').waitFor({ state: 'detached' })
  await page.getByLabel('Tax', { exact: true }).selectOption('Exempt from tax')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'Relay Team', level: 1 }).waitFor()
  await page.getByText('$159.00').first().waitFor()
  await page.getByRole('definition').filter({ hasText: 'Exempt from tax' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Archive…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('can’t be bought').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create checkout' }).isDisabled()).toBe(true)
})

test('filters, sort order and search persist in the URL', async ({ page }) => {
  const organization = await createOrganization(page)
  await createProduct(page, organization, 'Relay Solo', 2900)
  const { id } = await createProduct(page, organization, 'Old Handbook', 1200)
  await call(page, 'PATCH', `/v1/products/${id}`, { is_archived: true })
  await page.goto(`${organization.at}/products`)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('dialog', { name: 'Status' }).getByRole('button', { name: 'Archived' }).click()
  await page.waitForURL(/status=archived/)
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/sort=name/)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing like it')
  await page.getByText('No products match these filters.').waitFor()
  await page.reload()
  await page.getByText('No products match these filters.').waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)
})

test('each empty list explains what it will contain', async ({ page }) => {
  const organization = await createOrganization(page)
  for (const [path, title] of [
    ['products', 'No products yet'],
    ['orders', 'No orders yet'],
    ['customers', 'No customers yet'],
    ['checkouts', 'No checkouts yet'],
  ] as const) {
    await page.goto(`${organization.at}/${path}`)
    await page.getByRole('heading', { name: title }).waitFor()
    if (path === 'products') await expectPage(page, 'products-empty')
  }
  await page.goto(`${organization.at}/checkouts?dialog=new`)
  await page.getByText('You have no products on sale yet.').waitFor()
})

test('missing, forbidden and failing pages show an error', async ({ page, pageErrors }) => {
  const organization = await createOrganization(page)
  pageErrors.allow(/404/)
  await page.goto(`${organization.at}/orders/no-id`)
  await page.getByText('Page not found').waitFor()
  await page.goto(`${organization.at}/products/${organization.id}`)
  await page.getByText('Page not found').waitFor()
  await expectAccessible(page)

  await breakOrders(page, pageErrors, 403)
  await page.goto(`${organization.at}/orders`)
  await page.getByText('You don’t have access to this page').waitFor()
  await expectAccessible(page)
  await page.unroute('**/v1/orders/**')
  await breakOrders(page, pageErrors, 500)
  await page.goto(organization.at)
  await page.getByText('request-1').waitFor()
  await picture(page, 'overview-failed')
  const again = page.waitForRequest(/\/v1\/orders\//)
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await page.unroute('**/v1/orders/**')
  await page.reload()
  await page.getByText('No sales yet').waitFor()
})

test('a product of another organization of the same user says where it belongs, and opens there', async ({ page }) => {
  const one = await createOrganization(page)
  const { id } = await createProduct(page, one, 'Relay Solo', 2900)
  const slug = newSlug()
  await call(page, 'POST', '/api/auth/organization/create', { name: 'Other Shop', slug })
  await page.goto(`/dashboard/${slug}/products/${id}`)
  await page.getByRole('heading', { name: 'This belongs to Northwind Tools' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open in Northwind Tools' }).click()
  await page.waitForURL(`**${one.at}/products/${id}`)
  await page.getByRole('heading', { name: 'Relay Solo', level: 1 }).waitFor()
  await expectNoOverflow(page)
})

test('the overview shows chosen days, and compares them with the year before or with nothing', SLOW, async ({ page }) => {
  const organization = await createOrganization(page)
  const { id } = await createProduct(page, organization, 'Relay Solo', 2900)
  await sell(page, organization, id, 'Jonas Weber')
  await page.goto(organization.at)
  await page.getByRole('link', { name: 'Orders: 1' }).waitFor()
  await page.getByRole('button', { name: 'Choose dates' }).click()
  const editor = page.getByRole('dialog', { name: 'Choose dates' })
  await editor.getByRole('button', { name: 'Last 90 days' }).click()
  await page.waitForURL(/from=\d{4}-\d{2}-\d{2}&to=/)
  await editor.getByText('Same dates last year').click()
  await page.waitForURL(/compare=year/)
  await page
    .getByText(/from \$0\.00/)
    .first()
    .waitFor()
  await editor.getByText('Nothing', { exact: true }).click()
  await page.waitForURL(/compare=none/)
  await expect.poll(() => page.getByText(/from \$0\.00/).count()).toBe(0)
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Done' }).click()
  await expectPage(page, 'overview-days')
  await page.reload()
  await page.getByText('Table', { exact: true }).click()
  await page.waitForURL(/view=table/)
  const table = page.getByRole('table', { name: 'Sales' })
  await expect.poll(() => table.getByRole('row').count()).toBe(91)
  await expectPage(page, 'overview-table')
  await page.getByText('30 days', { exact: true }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(31)
  expect(page.url()).not.toContain('from=')
  await page.getByRole('link', { name: 'Orders: 1' }).click()
  await page.waitForURL(/orders\?status=paid/)
  await page.getByRole('table', { name: 'Orders' }).getByText('Jonas Weber').filter({ visible: true }).first().waitFor()
})
