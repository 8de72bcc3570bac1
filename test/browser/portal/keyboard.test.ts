// The portal by keyboard alone: every step is a key, what has the focus shows it, and the focus returns after a dialog.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { test } from '#test/support/browser.ts'
import type { TestServer } from '#test/support/server.ts'
import { withOwnServer } from '../own-server.ts'
import { aShop, EMAIL, mailedCode, openPortal } from './a-customer.ts'

const SLOW = { timeout: 240_000 }
const STEPS = 80

/** The name of what has the focus, and whether one sees that it has it. */
const FOCUSED = `(() => {
  const element = document.activeElement
  const ring = (of, part) => getComputedStyle(of, part).outlineStyle !== 'none'
  const around = element.closest('label, [class*="focus"]') ?? element
  const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || ''
  const isTinted = element.getAttribute('role') === 'menuitem' && getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
  return { name: name.trim(), isSeen: isTinted || [element, around].some((one) => ring(one) || ring(one, '::after')) || getComputedStyle(element).boxShadow !== 'none' }
})()`

interface Focused {
  readonly name: string
  readonly isSeen: boolean
}

const focused = (page: Page) => page.evaluate<Focused>(FOCUSED)

/** Moves on by a key until what has the focus bears the name, and expects that one sees it. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < STEPS; step += 1) {
    const at = await focused(page)
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return expect(at).toMatchObject({ isSeen: true })
    seen.push(at.name)
    await page.keyboard.press(key)
  }
  throw new Error(`No element with the name ${name} was reached: ${seen.slice(0, 30).join(' · ')}`)
}

const press = async (page: Page, name: string | RegExp, key = 'Enter'): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

test(
  'a customer signs in, changes the plan, cancels with a reason and adds a card by keyboard alone',
  SLOW,
  async ({ page, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    await withOwnServer(page, {}, async ({ server, url }) => {
      const { merchant } = await aShop(server)
      await page.goto(`${url}/portal/${merchant.slug}`)
      await page.getByRole('heading', { name: 'See what you bought' }).waitFor()
      await tabTo(page, 'E-mail')
      await page.keyboard.type(EMAIL)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
      await tabTo(page, 'Code')
      await page.keyboard.type(await mailedCode(server))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Hello, Sanne Visser' }).waitFor()
      await press(page, 'Manage: Library access')

      await page.getByRole('button', { name: 'Change plan' }).waitFor()
      await press(page, 'Change plan')
      await page.getByRole('dialog', { name: 'Change plan' }).waitFor()
      await press(page, /^Library plus/, 'Space')
      await page.getByText('The plan changes now.').waitFor()
      await press(page, 'Change plan')
      await page.getByText('Changed to Library plus').waitFor()
      expect((await focused(page)).name).toBe('Change plan')

      await press(page, 'Cancel subscription')
      const cancel = page.getByRole('dialog', { name: 'Cancel Library plus?' })
      await cancel.waitFor()
      await page.keyboard.press('Escape')
      await cancel.waitFor({ state: 'detached' })
      expect((await focused(page)).name).toBe('Cancel subscription')
      await page.keyboard.press('Enter')
      await tabTo(page, /^Why are you leaving\?/)
      await page.keyboard.type('It’s too')
      await press(page, 'Cancel subscription')
      await page.getByText(/^Canceled\. You have it until .+\.$/).waitFor()

      await press(page, EMAIL)
      await page.getByRole('menuitem', { name: 'Details and payment' }).waitFor()
      await tabTo(page, 'Details and payment', 'ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByText('Visa •••• 4242').waitFor()
      await press(page, 'Add a card')
      const card = page.getByRole('dialog', { name: 'Add a card' })
      await card.waitFor()
      for (const [label, text] of [
        [/^Card number/, '4242424242424242'],
        [/^Expires/, '1234'],
        [/^Security code/, '123'],
        [/^Name on card/, 'Sanne Visser'],
      ] as const) {
        await tabTo(page, label)
        await page.keyboard.type(text)
      }
      await page.keyboard.press('Enter')
      await page.getByText('Card saved').waitFor()
      expect((await focused(page)).name).toBe('Add a card')
    })
  },
)

/** A customer with a license key that a program has activated. */
async function aKey(server: TestServer) {
  const merchant = await aMerchant(server)
  const properties = { prefix: 'ACME', activations: { limit: 2, enable_customer_admin: true } }
  const benefit = await merchant.request('POST', '/v1/benefits/', { body: { type: 'license_keys', description: 'The key', properties } })
  const prices = [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }]
  const { id } = await aProduct(merchant, { name: 'The app', prices })
  await merchant.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: [benefit.json.id] } })
  const checkout = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id], customer_email: EMAIL } })
  const body = {
    customer_name: 'Sanne Visser',
    customer_billing_address: { country: 'NL' },
    confirmation_token_id: 'sandbox_4242424242424242',
  }
  await server.request('POST', `/v1/checkouts/client/${checkout.json.client_secret}/confirm`, { body })
  await server.drain()
  const [licenseKey] = (await merchant.request('GET', '/v1/license-keys/')).json.items
  const program = { key: licenseKey.key, organization_id: merchant.organizationId, label: 'Laptop' }
  await server.request('POST', '/v1/customer-portal/license-keys/activate', { body: program })
  return { merchant, customerId: licenseKey.customer_id as string, key: licenseKey.key as string }
}

test('a customer copies a license key and deactivates a device by keyboard alone', SLOW, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withOwnServer(page, {}, async ({ server, url }) => {
    const shop = await aKey(server)
    await openPortal(page, { url, shop, path: '/benefits' })
    await page.getByText('Laptop', { exact: true }).waitFor()
    await press(page, 'Copy: license key')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(shop.key)
    await press(page, 'Deactivate Laptop')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await focused(page)).name).toBe('Deactivate Laptop')
    await page.keyboard.press('Enter')
    await press(page, 'Deactivate')
    await page.getByText('Laptop deactivated').waitFor()
  })
})
