// The offers of a merchant beside prices, made in the dashboard from an empty organization, up to the buyer who pays.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, expectNoOverflow, test } from '#test/support/browser.ts'

const SLOW = { timeout: 180_000 }
const DETAIL = /\/[0-9a-f-]{36}$/

async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const origin = new URL((await page.request.get('/healthz')).url()).origin
  const response = await page.request.fetch(path, { method, headers: { origin }, ...(body === undefined ? {} : { data: body }) })
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Signs up and creates an organization; returns its id and the path of its dashboard. */
async function anEmptyOrganization(page: Page): Promise<{ readonly id: string; readonly at: string }> {
  await call(page, 'POST', '/api/auth/sign-up/email', { name: 'Elin Sandberg', email: uniqueEmail(), password: PASSWORD })
  const slug = newSlug()
  const { id } = await call<{ id: string }>(page, 'POST', '/api/auth/organization/create', { name: 'Northwind Tools', slug })
  return { id, at: `/dashboard/${slug}` }
}

const choose = (page: Page, field: string, option: string) => page.getByLabel(field, { exact: true }).selectOption({ label: option })
const find = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).fill(option)
  await page.getByRole('option', { name: option }).click()
}
const names = async (page: Page, list: string) => {
  const rows = await page
    .getByRole('list', { name: list, exact: true })
    .getByRole('button', { name: /^Move / })
    .all()
  return Promise.all(rows.map(async (row) => /^Move (.*) with/.exec((await row.getAttribute('aria-label')) ?? '')?.[1]))
}

/** Presses the button that creates, and waits for the page that follows. */
async function create(page: Page, button: string, url: RegExp = DETAIL): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(url)
  return page.url()
}

async function newProduct(page: Page, at: string, name: string): Promise<void> {
  await page.goto(`${at}/products/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
}

test(
  'what belongs to a product is made in the dashboard, ordered by keyboard, sold by a link, and reaches the buyer',
  SLOW,
  async ({ page }) => {
    const { id, at } = await anEmptyOrganization(page)
    await page.goto(`${at}/benefits/new`)
    await page.getByLabel('Description', { exact: true }).fill('Support within a day')
    await page.getByLabel('Note', { exact: true }).last().fill('Write to help@northwind.example.')
    await create(page, 'Create benefit')
    await page.goto(`${at}/benefits/new`)
    await page.getByRole('radio', { name: /^License key/ }).check()
    await page.getByLabel('Description', { exact: true }).fill('License key')
    await page.getByLabel('Keys expire').check()
    await create(page, 'Create benefit')
    await page.goto(`${at}/custom-fields/new`)
    await page.getByRole('radio', { name: /^Choice/ }).check()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Team size')
    await page.getByLabel('Label of option 1').fill('small')
    await create(page, 'Create custom field', /custom-fields$/)
    await page.goto(`${at}/custom-fields/new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Company')
    await create(page, 'Create custom field', /custom-fields$/)
    await newProduct(page, at, 'Workbench')
    await page.getByLabel('Amount', { exact: true }).fill('100')
    await find(page, 'Add a benefit', 'License key')
    await find(page, 'Add a benefit', 'Support within a day')
    await page.getByRole('button', { name: /^Move Support within a day/ }).press('ArrowUp')
    await expect.poll(() => names(page, 'Benefits')).toEqual(['Support within a day', 'License key'])
    await choose(page, 'Add a custom field', 'Company')
    await choose(page, 'Add a custom field', 'Team size')
    await page.getByLabel('Required: Company').check()
    await expectAccessible(page)
    await create(page, 'Create product')
    await page.goto(`${at}/discounts/new`)
    await page.getByLabel('Name', { exact: true }).fill('Spring')
    await page.getByLabel('Code', { exact: true }).fill('SPRING25')
    await page.getByLabel('Percent', { exact: true }).fill('25')
    await create(page, 'Create discount')
    await page.goto(`${at}/checkout-links/new`)
    await find(page, 'Products', 'Workbench')
    await page.getByLabel('Label', { exact: true }).fill('Newsletter')
    await create(page, 'Create checkout link')
    const url = await page.locator('input[readonly]').inputValue()
    await buy(page, url)
    const { items } = await call<{ items: Record<string, unknown>[] }>(page, 'GET', `/v1/orders/?organization_id=${id}`)
    expect(items).toMatchObject([
      { subtotal_amount: 10_000, discount_amount: 2500, custom_field_data: { company: 'Acme', 'team-size': 'small' } },
    ])
  },
)

test(
  'custom fields of every kind are ordered in a product, asked in that order, and shown on the order with what the buyer entered',
  SLOW,
  async ({ page }) => {
    const { id, at } = await anEmptyOrganization(page)
    await createFields(page, at)
    await newProduct(page, at, 'Workbench')
    await page.getByLabel('Amount', { exact: true }).fill('100')
    for (const name of ['Company', 'Seats', 'First day', 'Plan', 'Terms']) await choose(page, 'Add a custom field', name)
    await page.getByLabel('Required: Seats').check()
    await page.getByRole('button', { name: /^Move Terms/ }).press('ArrowUp')
    await page.getByRole('button', { name: /^Move Company/ }).press('ArrowDown')
    const order = ['Seats', 'Company', 'First day', 'Terms', 'Plan']
    await expect.poll(() => names(page, 'Custom fields')).toEqual(order)
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.waitForURL(DETAIL)
    const product = new URL(page.url()).pathname.split('/').at(-1)
    const checkout = await call<{ id: string; url: string }>(page, 'POST', '/v1/checkouts/', { organization_id: id, products: [product] })
    await page.goto(checkout.url)
    const answers = page.locator('[name^="answer:"]')
    await expect.poll(() => answers.count()).toBe(order.length)
    await expect
      .poll(() => answers.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name'))))
      .toEqual(['seats', 'company', 'first-day', 'terms', 'plan'].map((slug) => `answer:${slug}`))
    await answer(page)
    const { items } = await call<{ items: { id: string; custom_field_data: unknown }[] }>(page, 'GET', `/v1/orders/?organization_id=${id}`)
    expect(items.map(({ custom_field_data }) => custom_field_data)).toEqual([
      { seats: 12, company: 'Acme', 'first-day': '2027-03-01', terms: true, plan: 'Yearly' },
    ])
    for (const path of [`${at}/orders/${items[0]?.id}`, `${at}/checkouts/${checkout.id}`]) {
      await page.goto(path)
      await page.getByText('Entered by the buyer').waitFor()
      await page.getByText('1 Mar 2027').waitFor()
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 375, height: 800 })
    await expectNoOverflow(page)
  },
)

/** Creates a custom field of each kind. */
async function createFields(page: Page, at: string): Promise<void> {
  const kinds = { Company: /^Text/, Seats: /^Number/, 'First day': /^Date/, Plan: /^Choice/, Terms: /^Checkbox/ }
  for (const [name, kind] of Object.entries(kinds)) {
    await page.goto(`${at}/custom-fields/new`)
    await page.getByRole('radio', { name: kind }).check()
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill(name)
    if (name === 'Plan') await page.getByLabel('Label of option 1').fill('Yearly')
    // The preview names the field as the checkout page will.
    await page.locator('[name="answer:preview"]').waitFor()
    await create(page, 'Create custom field', /custom-fields$/)
  }
}

/** Pays as a buyer; a required field that is empty is refused at first. */
async function answer(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await page.getByLabel('E-mail').fill('ada@example.test')
  await page.getByLabel('Company').fill('Acme')
  await page.getByLabel('First day').fill('2027-03-01')
  await page.getByLabel('Terms').check()
  await page.getByLabel('Plan').selectOption({ label: 'Yearly' })
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect.poll(focused).toBe('answer:seats')
  await page.keyboard.type('12')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL('**/confirmation')
}

/** Opens a link as a buyer, enters a code and the custom fields, and pays. */
async function buy(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByText('Support within a day').first().waitFor()
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await page.getByLabel('Discount code').fill('spring25')
  await page.keyboard.press('Enter')
  await page.getByText('$75.00').first().waitFor()
  await page.getByLabel('E-mail').fill('ada@example.test')
  await page.getByLabel('Team size').selectOption({ label: 'small' })
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: /^Pay/ }).click()
  // A required field that is empty takes the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('answer:company')
  await page.keyboard.type('Acme')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL('**/confirmation')
}

test(
  'files are uploaded by choosing them, and pictures of a product are shown to buyers in their order',
  SLOW,
  async ({ page, pageErrors }) => {
    // One of them is no picture.
    pageErrors.allow(/422/)
    const { id, at } = await anEmptyOrganization(page)
    await page.goto(`${at}/files`)
    await page.getByRole('button', { name: 'Upload files' }).first().click()
    const chosen = page.locator('input[type=file]')
    await chosen.setInputFiles({ name: 'handbook.txt', mimeType: 'text/plain', buffer: Buffer.from('A handbook.') })
    await page.getByRole('link', { name: 'handbook.txt' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await newProduct(page, at, 'Workbench')
    await page.getByLabel('Amount', { exact: true }).fill('129')
    await chosen.setInputFiles([picture('cover.gif'), picture('second.gif'), { ...picture('fake.gif'), buffer: Buffer.from('no picture') }])
    await page.getByText('This file isn’t accepted.').waitFor()
    await page.getByRole('button', { name: /^Move second.gif/ }).press('ArrowUp')
    await expect.poll(() => names(page, 'Pictures')).toEqual(['second.gif', 'cover.gif'])
    await create(page, 'Create product')
    const { items } = await call<{ items: { id: string; medias: { name: string; public_url: string }[] }[] }>(
      page,
      'GET',
      `/v1/products/?organization_id=${id}`,
    )
    const [product] = items
    expect(product?.medias.map(({ name }) => name)).toEqual(['second.gif', 'cover.gif'])
    const checkout = await call<{ url: string }>(page, 'POST', '/v1/checkouts/', { organization_id: id, products: [product?.id] })
    await page.goto(checkout.url)
    await page.locator(`img[src="${product?.medias[0]?.public_url}"]`).waitFor()
    await page.setViewportSize({ width: 375, height: 800 })
    await expectNoOverflow(page)
  },
)

/** A GIF of one pixel. */
const picture = (name: string) => ({
  name,
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
})
