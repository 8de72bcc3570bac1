import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { expectAccessible, test } from '#test/support/browser.ts'

/** Signs up a user with an organization, and opens the form of a new product. */
async function openForm(page: Page): Promise<string> {
  const origin = { origin: new URL((await page.request.get('/healthz')).url()).origin }
  const slug = newSlug()
  await page.request.post('/api/auth/sign-up/email', {
    data: { name: 'Elin Sandberg', email: uniqueEmail(), password: PASSWORD },
    headers: origin,
  })
  await page.request.post('/api/auth/organization/create', { data: { name: 'Northwind Tools', slug }, headers: origin })
  await page.goto(`/dashboard/${slug}/products/new`)
  await page.getByLabel('Name').waitFor()
  return slug
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.name')
const tooShort = 'Enter a name of at least three characters.'

test('a form checks a changed field when it loses the focus, and stops complaining when the field changes', async ({ page }) => {
  await openForm(page)
  await expect.poll(() => focused(page)).toBe('name')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByText(tooShort).count()).toBe(0)
  await page.getByLabel('Name').fill('ab')
  await expect.poll(() => page.getByText(tooShort).count()).toBe(0)
  // The click that takes the focus reaches its button: the message appears after it.
  await page.getByRole('button', { name: 'Add key and value' }).click()
  await page.getByLabel('Key 1').waitFor()
  await page.getByText(tooShort).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Name').press('End')
  await page.keyboard.type('c')
  await page.getByText(tooShort).waitFor({ state: 'detached' })
})

test('a failed attempt to submit moves the focus to the first invalid field, with faults that the server found too', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/422/)
  const slug = await openForm(page)
  await page.keyboard.press('Enter')
  await page.getByText(tooShort).waitFor()
  await page.getByText('Enter an amount, such as $29.00.').waitFor()
  await expect.poll(() => focused(page)).toBe('name')
  await page.keyboard.type('Relay')
  await page.getByLabel('Amount').fill('0.2')
  await page.getByLabel('Description').focus()
  await page.keyboard.press('Control+Enter')
  await page.getByText('The minimum is $0.50.').waitFor()
  await expect.poll(() => focused(page)).toBe('price')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1,234.5')
  await page.getByText('The minimum is $0.50.').waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('1,234.50')
  await page.keyboard.press('Control+s')
  await page.waitForURL(new RegExp(`/dashboard/${slug}/products/[0-9a-f-]+$`))
  await page.getByText('$1,234.50').first().waitFor()
})

test('the message of an unknown refusal is a general one with its code', async ({ page, pageErrors }) => {
  pageErrors.allow(/409/)
  await openForm(page)
  await page.route('**/v1/products/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { error: 'SomethingNew', detail: 'Input of the server' } })
      : route.continue(),
  )
  await page.getByLabel('Name').fill('Relay')
  await page.getByLabel('Amount').fill('89')
  await page.keyboard.press('Control+s')
  await page.getByText(/The product wasn’t saved\. .*SomethingNew/).waitFor()
  await expect.poll(() => page.getByText('Input of the server').count()).toBe(0)
})

test('a user who leaves a form sees what would be lost', async ({ page }) => {
  await openForm(page)
  await page.getByLabel('Name').fill('Relay')
  await page.getByLabel('Amount').fill('89')
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('What you entered will be lost: Name and Price.').waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
})
