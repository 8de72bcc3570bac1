// Discounts and checkout links, from the dashboard to the buyer who pays less.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectAccessible, forgetCookies, picture, test as plain, signInAs } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

/** For tests that take pictures of many pages in each theme and width. */
const SLOW = { timeout: 120_000 }

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signInAs(context, merchant)
  return merchant
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

async function expectPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await picture(page, name)
}

/** Creates a discount of 25 percent with the code SPRING25, by the form. The page of the discount is open afterwards. */
async function createDiscount(page: Page, merchant: TestMerchant): Promise<void> {
  await page.goto(`/dashboard/${merchant.slug}/discounts`)
  await page.getByRole('heading', { name: 'No discounts yet' }).waitFor()
  await expectPage(page, 'discounts-empty')
  await page.keyboard.press('c')
  await page.waitForURL('**/discounts/new')
  await page.getByLabel('Name', { exact: true }).fill('Spring')
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toMatch(/^[A-Z2-9]{10}$/)
  await page.getByLabel('Code', { exact: true }).fill('SPRING25')
  await page.keyboard.press('Control+s')
  await page.getByText('Enter a percentage from 0.01 to 100.').waitFor()
  await page.keyboard.type('25')
  await page.getByLabel('Redemptions at most').fill('3')
  await expectPage(page, 'discount-new')
  await page.keyboard.press('Control+s')
  await toast(page, '“Spring” created')
  await heading(page, 'Spring').waitFor()
}

/** Chooses what a field finds by its name. */
async function find(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).fill(option)
  await page.getByRole('option', { name: option }).click()
}

/** Creates a checkout link of two products by the form, and returns its address. The page of the link is open afterwards. */
async function createLink(page: Page, merchant: TestMerchant): Promise<string> {
  await page.goto(`/dashboard/${merchant.slug}/checkout-links`)
  await page.getByRole('heading', { name: 'No checkout links yet' }).waitFor()
  await expectPage(page, 'checkout-links-empty')
  await page.keyboard.press('c')
  await page.waitForURL('**/checkout-links/new')
  await page.getByLabel('Label').fill('Spring letter')
  await page.keyboard.press('Control+s')
  await page.getByText('Choose a product.', { exact: true }).waitFor()
  for (const name of ['Site Licence', 'Template Library']) await find(page, 'Products', name)
  await page.getByRole('button', { name: 'Move Template Library with the arrow keys' }).press('ArrowUp')
  await expectPage(page, 'checkout-link-new')
  await page.keyboard.press('Control+s')
  await toast(page, 'Checkout link created')
  await heading(page, 'Spring letter').waitFor()
  return page.getByRole('textbox', { name: 'Link' }).inputValue()
}

/** Buys by a checkout link in a browser without a session, with a code. */
async function buyWithCode(page: Page, context: BrowserContext, { link, code }: { link: string; code: string }): Promise<void> {
  await forgetCookies(context)
  await page.goto(link)
  await page.waitForURL('**/checkout/co_cs_*')
  await page.getByRole('button', { name: 'Pay $42.00' }).waitFor()
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await page.getByLabel('Discount code').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: '−10.50' }).waitFor()
  await expectPage(page, 'checkout-link-discounted')
  await page.getByLabel('E-mail').fill('sanne@visserbouw.example')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Country').selectOption('Netherlands')
  await page.getByRole('button', { name: 'Pay $31.50' }).click()
  await page.getByRole('heading', { name: 'Template Library is yours' }).waitFor()
}

test(
  'an owner makes a discount and a link, and a stranger who opens it and enters the code pays less',
  SLOW,
  async ({ page, context, merchant, pageErrors }) => {
    pageErrors.allow(/status of 422/)
    await aProduct(merchant)
    await aProduct(merchant, { name: 'Site Licence' })
    await createDiscount(page, merchant)
    const link = await createLink(page, merchant)
    expect(link).toMatch(/\/buy\//)
    await expectPage(page, 'checkout-link')
    await buyWithCode(page, context, { link, code: 'spring25' })
    const { items } = (await merchant.request('GET', '/v1/orders/')).json
    expect(items).toMatchObject([{ subtotal_amount: 4200, discount_amount: 1050, total_amount: 3150, discount: { code: 'SPRING25' } }])

    await signInAs(context, merchant)
    await page.goto(`/dashboard/${merchant.slug}/discounts`)
    await page.getByText('1 of 3').waitFor()
    await expectPage(page, 'discounts')
    await page.getByRole('link', { name: 'Spring' }).click()
    await heading(page, 'Spring').waitFor()
    await expectPage(page, 'discount')
    await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
    await page.getByText('It can no longer change: the discount was redeemed.').waitFor()
    await expect.poll(() => page.getByLabel('Percent', { exact: true }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByLabel('Redemptions at most').isDisabled()).toBe(false)
    await expectPage(page, 'discount-edit')
  },
)

test('a code that another discount has is refused at its field, in whichever case', async ({ page, merchant, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const { code } = await aDiscount(merchant)
  await page.goto(`/dashboard/${merchant.slug}/discounts/new`)
  await page.getByLabel('Name', { exact: true }).fill('Again')
  await page.getByLabel('Code', { exact: true }).fill(code.toUpperCase())
  await page.getByText('An amount off prices of one currency.').click()
  await page.getByLabel('Amount', { exact: true }).last().fill('5')
  await page.keyboard.press('Control+s')
  await page.getByText('Another discount has this code.').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe(code.toUpperCase())
})

test('a deleted discount leaves its list, and a deleted link sells nothing any more', async ({ page, context, merchant, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const { id } = await aProduct(merchant)
  await aDiscount(merchant)
  const link = (await merchant.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [id] } })).json
  for (const [path, name, empty] of [
    ['discounts', 'Ten percent', 'No discounts yet'],
    ['checkout-links', 'Template Library', 'No checkout links yet'],
  ] as const) {
    await page.goto(`/dashboard/${merchant.slug}/${path}`)
    await page.getByRole('link', { name }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: empty }).waitFor()
  }
  await forgetCookies(context)
  await page.goto(link.url)
  await page.getByRole('heading', { name: 'This checkout doesn’t exist' }).waitFor()
})

test('a checkout begins with the amount and the discount that the merchant chose for it', SLOW, async ({ page, merchant, pageErrors }) => {
  pageErrors.allow(/status of 422/)
  const prices = [{ amount_type: 'custom', price_currency: 'usd', minimum_amount: 500, maximum_amount: 9000, preset_amount: 1000 }]
  await aProduct(merchant, { name: 'Support Us', prices })
  const { id: fixedId } = await aProduct(merchant)
  await aDiscount(merchant, { name: 'For friends' })
  await aDiscount(merchant, { name: 'Only the library', products: [fixedId] })
  await page.goto(`/dashboard/${merchant.slug}/checkouts?dialog=new`)
  await find(page, 'Product', 'Support Us')
  await page.getByRole('combobox', { name: 'Discount' }).click()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['For friends10% off, once'])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: 'Discount' }).inputValue()).toBe('For friends · 10% off, once')
  await page.getByLabel('Amount').fill('2')
  await page.keyboard.press('Enter')
  await page.getByText('The minimum is $5.00.').waitFor()
  await expectPage(page, 'checkout-create')
  await page.getByLabel('Amount').fill('20')
  await page.keyboard.press('Enter')
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()
  await page.goto(link)
  await page.getByRole('button', { name: 'Pay $18.00' }).waitFor()
  await page.getByRole('cell', { name: '−2.00' }).waitFor()
  await expect.poll(() => page.getByLabel('Your amount').inputValue()).toBe('20.00')
})

test('the 101st product and discount are found by their names, with the keyboard alone', SLOW, async ({ page, merchant }) => {
  const numbers = Array.from({ length: 101 }, (_, at) => String(at).padStart(3, '0'))
  await Promise.all(
    numbers.flatMap((each) => [aProduct(merchant, { name: `Volume ${each}` }), aDiscount(merchant, { name: `Reader ${each}` })]),
  )
  await page.goto(`/dashboard/${merchant.slug}/checkouts?dialog=new`)
  const product = page.getByRole('combobox', { name: 'Product' })
  await product.click()
  await page.getByText('51 more. Type to search.').waitFor()
  await expectAccessible(page)
  await product.fill('volume 100')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await product.fill('volume 100')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => product.inputValue()).toMatch(/^Volume 100 · /)
  const discount = page.getByRole('combobox', { name: 'Discount' })
  await discount.fill('reader 100')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Link', { exact: true }).waitFor()
  const [checkout] = (await merchant.request('GET', '/v1/checkouts/')).json.items
  expect([checkout.product.name, checkout.discount.name]).toEqual(['Volume 100', 'Reader 100'])
})
