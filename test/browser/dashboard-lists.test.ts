// The lists of the dashboard in all their states, and what a role sees of them.
import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import type { TestUser } from '#test/support/a-user.ts'
import { test as plain } from '#test/support/browser.ts'
import { runningServer } from '#test/support/running-server.ts'

const test = plain.extend('merchant', async ({ context }): Promise<TestMerchant> => {
  const merchant = await aMerchant(runningServer(inject('baseUrl')))
  await signIn(context, merchant)
  return merchant
})

async function signIn(context: BrowserContext, { cookie }: Pick<TestUser, 'cookie'>): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))
  await context.addCookies(pairs.map((pair) => ({ ...pair, url: inject('baseUrl') })))
}

test('a list that is opened without a connection says so, and loads when the connection is back', async ({
  page,
  context,
  merchant,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  await aProduct(merchant, { name: 'Relay Solo' })
  const at = `/dashboard/${merchant.slug}`
  // The code of the list is loaded before the connection is lost.
  await page.goto(`${at}/products`)
  await page.getByText('Relay Solo').waitFor()
  await page.goto(at)
  await page.getByRole('link', { name: 'Products', exact: true }).hover()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await context.setOffline(false)
  await page.getByText('Relay Solo').waitFor()
})
