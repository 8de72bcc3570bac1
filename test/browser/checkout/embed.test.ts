// The embedded checkout: a page on another origin opens it by `/embed.js`.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, test } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'
import { aShop, type Shop } from './a-shop.ts'

const EMAIL = 'sanne@visserbouw.example'
const server = inject('baseUrl')

let shop: Shop
let merchant: TestMerchant
/** The content of the page of the shop. */
let body = ''
beforeAll(async () => {
  if (!server) return
  merchant = await aMerchant(runningServer(server))
  shop = await aShop(
    server,
    () => `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${server}/embed.js"></script>
      <script>
        const events = []
        for (const name of ['loaded', 'resized', 'confirmed', 'success', 'close'])
          addEventListener('guildhall:' + name, ({ detail }) => events.push([name, detail]))
      </script><main aria-label="Shop"><h1>Shop</h1>${body}${'<br>'.repeat(100)}</main></html>`,
  )
})
afterAll(() => shop?.close())

const frameOf = (page: Page) => page.frameLocator('dialog iframe')
/** The names of the events of the link so far, without the changes of the height. */
const eventsOf = (page: Page) => page.evaluate<string[]>("events.map(([name]) => name).filter((name) => name !== 'resized')")
const detailOf = (page: Page, name: string) => page.evaluate<object>(`events.find(([each]) => each === '${name}')[1]`)

async function openShop(page: Page, html: string): Promise<void> {
  body = html
  await page.goto(shop.url)
}

async function anEmbeddable(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await aCheckout(runningServer(server), merchant, { embed_origin: shop.url, ...more })).created.url
}

async function pay(page: Page, card = '4242 4242 4242 4242'): Promise<void> {
  const frame = frameOf(page)
  await frame.getByLabel('E-mail').fill(EMAIL)
  await frame.getByRole('button', { name: 'Fill in' }).click()
  await frame.getByLabel('Card number').fill(card)
  await frame.getByLabel('Country').selectOption('Netherlands')
  await frame.getByRole('button', { name: 'Pay $42.00' }).click()
}

test('a buyer pays in a frame over the page of the shop, which gets the events, and is where it was afterwards', async ({ page }) => {
  await openShop(page, `<a data-guildhall-checkout href="${await anEmbeddable()}">Buy it</a>`)
  await page.getByRole('link', { name: 'Buy it' }).click()
  await frameOf(page).getByLabel('E-mail').waitFor()
  await expect.poll(() => eventsOf(page)).toEqual(['loaded'])
  await expect.poll(() => page.evaluate<string>('getComputedStyle(document.documentElement).overflow')).toBe('hidden')
  await expect.poll(() => page.evaluate<number>('events.filter(([name]) => name === "resized").length')).toBeGreaterThan(0)
  await expectAccessible(page)
  await pay(page)
  await frameOf(page).getByRole('heading', { name: 'Template Library is yours' }).waitFor()
  await expect.poll(() => eventsOf(page)).toEqual(['loaded', 'confirmed', 'success'])
  await expect.poll(() => detailOf(page, 'success')).toEqual({ successURL: expect.stringContaining('/confirmation'), redirect: false })
  await frameOf(page).getByRole('button', { name: 'Back to Byron and Daughters' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => eventsOf(page)).toEqual(['loaded', 'confirmed', 'success', 'close'])
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Buy it')
  await expect.poll(() => page.evaluate<string>('getComputedStyle(document.documentElement).overflow')).toBe('visible')
  expect(page.url()).toBe(`${shop.url}/`)
})

test('a success URL of the shop is opened in the window, with the checkout and a session of the customer', async ({ page }) => {
  const url = await anEmbeddable({ success_url: `${shop.url}/thanks?checkout={CHECKOUT_ID}` })
  await openShop(page, `<a data-guildhall-checkout="${url}" href="/none">Buy it</a>`)
  await page.getByRole('link', { name: 'Buy it' }).click()
  await pay(page)
  await page.waitForURL(/\/thanks\?checkout=[0-9a-f-]{36}&customer_session_token=gh_cst_\w+$/)
})

test('a payment that waits for the bank cannot be closed, and a refused one can', async ({ page }) => {
  await openShop(page, `<a data-guildhall-checkout href="${await anEmbeddable()}">Buy it</a>`)
  await page.getByRole('link', { name: 'Buy it' }).click()
  await pay(page, '4000 0025 0000 3155')
  const frame = frameOf(page)
  await frame.getByRole('heading', { name: 'Confirm the payment with your bank' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => frame.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await frame.getByRole('button', { name: 'Decline' }).click()
  await frame.getByRole('alert').getByText('Your bank didn’t confirm the payment').waitFor()
  await expect.poll(() => eventsOf(page)).toEqual(['loaded', 'confirmed'])
  await frame.getByRole('button', { name: 'Close' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test('the function opens a checkout link in a theme; Escape in the frame closes it unless the page objects', async ({ page }) => {
  const { id } = await aProduct(merchant)
  const body = { payment_processor: 'stripe', products: [id], success_url: `${shop.url}/thanks` }
  const link = await merchant.request('POST', '/v1/checkout-links/', { body })
  await openShop(page, '<button autofocus>Buy it</button>')
  await page.evaluate(`(async () => {
    const { create } = await import('${server}/embed.js')
    window.names = []
    const checkout = create('${link.json.url}?utm_source=shop', { theme: 'dark' })
    for (const name of ['loaded', 'close']) checkout.addEventListener(name, () => names.push(name))
    checkout.addEventListener('close', (event) => names.length < 3 && event.preventDefault())
  })()`)
  const frame = frameOf(page)
  await frame.getByLabel('E-mail').waitFor()
  await expect.poll(() => frame.locator('html').getAttribute('data-theme')).toBe('dark')
  await expect.poll(() => page.evaluate('names')).toEqual(['loaded'])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('names')).toEqual(['loaded', 'close'])
  await expect.poll(() => page.locator('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('names')).toEqual(['loaded', 'close', 'close'])
  const listed = await merchant.request('GET', `/v1/checkouts/?product_id=${id}`)
  expect(listed.json.items).toMatchObject([{ embed_origin: shop.url, metadata: { utm_source: 'shop' } }])
})

test('messages of the shop itself and of other frames are no events', async ({ page }) => {
  const [url, other] = [await anEmbeddable(), await anEmbeddable()]
  await openShop(page, `<a data-guildhall-checkout href="${url}">Buy it</a><iframe title="Other"></iframe>`)
  await page.getByRole('link', { name: 'Buy it' }).click()
  await frameOf(page).getByLabel('E-mail').waitFor()
  await page.evaluate("postMessage({ type: 'GUILDHALL_CHECKOUT', event: 'close' }, '*')")
  // The same page of the same server, but in a frame that is not the opened one.
  await page.evaluate(`addEventListener('message', ({ data }) => events.push(['a message', data.event]))`)
  await page.evaluate(`document.querySelector('main iframe').src = '${other.replace('/checkout/', '/embed/checkout/')}'`)
  await expect.poll(() => eventsOf(page)).toContain('a message')
  await expect.poll(async () => (await eventsOf(page)).filter((name) => name !== 'a message')).toEqual(['loaded'])
  await expect.poll(() => page.locator('dialog').count()).toBe(1)
})

test('a checkout that another origin may embed is not shown, and can be closed by keyboard', async ({ page, pageErrors }) => {
  pageErrors.allow(/frame-ancestors|^console: {2}\(\)$|chrome-error/)
  await openShop(page, `<a data-guildhall-checkout href="${await anEmbeddable({ embed_origin: 'https://other.example' })}">Buy it</a>`)
  await page.getByRole('link', { name: 'Buy it' }).press('Enter')
  await page.getByRole('button', { name: 'Close' }).waitFor()
  await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Close')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => eventsOf(page)).toEqual(['close'])
})

test('a link of nothing that is on sale leads to its page, which says so', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 410/)
  const { id } = await aProduct(merchant)
  const link = await merchant.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [id] } })
  await merchant.request('PATCH', `/v1/products/${id}`, { body: { is_archived: true } })
  await openShop(page, `<a data-guildhall-checkout href="${link.json.url}">Buy it</a>`)
  await page.getByRole('link', { name: 'Buy it' }).click()
  await page.getByRole('heading', { name: 'This offer has ended' }).waitFor()
  expect(page.url()).toBe(link.json.url)
})

test('in a narrow window the frame fills it, and a click with a modifier opens another window', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const url = await anEmbeddable()
  await openShop(page, `<a data-guildhall-checkout href="${url}">Buy it</a>`)
  await page.getByRole('link', { name: 'Buy it' }).click()
  await frameOf(page).getByLabel('E-mail').waitFor()
  await expect.poll(() => page.locator('dialog iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 })
  await frameOf(page).getByRole('button', { name: 'Close' }).click()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Buy it' }).click({ modifiers: ['ControlOrMeta'] }),
  ])
  await opened.close()
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
})
