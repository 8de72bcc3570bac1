// The benefits of customers, as the merchant sees them: license keys, grants with their failures, and the portal as the customer sees it.
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aBenefitOfEachKind } from '#test/support/a-benefit.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { expectAccessible, picture, signInAs, test } from '#test/support/browser.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import { aLicenseKey, anActivation } from '#test/support/license-keys/a-license-key.ts'
import type { TestServer } from '#test/support/server.ts'
import { withOwnServer } from '../own-server.ts'

const SLOW = { timeout: 240_000 }

interface Shop {
  readonly server: TestServer
  readonly merchant: TestMerchant
  readonly customerId: string
  /** The address of the merchant's dashboard. */
  readonly at: string
}

/** A signed-in merchant with the customer Iris Visser, on a server of their own. */
async function inShop(page: Page, context: BrowserContext, run: (shop: Shop) => Promise<void>): Promise<void> {
  await withOwnServer(page, {}, async ({ server, url }) => {
    const merchant = await aMerchant(server)
    const body = { email: 'iris@visserbouw.example', name: 'Iris Visser' }
    const { id: customerId } = (await merchant.request('POST', '/v1/customers/', { body })).json
    await signInAs(context, merchant, url)
    await run({ server, merchant, customerId, at: `${url}/dashboard/${merchant.slug}` })
  })
}

test('a merchant finds a license key, disables it, changes its limits and reissues it', SLOW, async ({ page, context }) => {
  await inShop(page, context, async ({ server, merchant, customerId, at }) => {
    const licenseKey = await aLicenseKey(server, merchant, { customerId })
    await anActivation(server, licenseKey, 'Laptop of Iris')
    await page.goto(`${at}/benefits`)
    await page.getByRole('link', { name: 'License keys' }).click()
    await page.getByRole('searchbox').fill('iris')
    await page.getByRole('link', { name: licenseKey.displayKey }).waitFor()
    await expectAccessible(page)
    await picture(page, 'license-keys')
    await page.getByRole('link', { name: licenseKey.displayKey }).click()
    await page.getByText(licenseKey.key).waitFor()
    await page.getByText('Laptop of Iris', { exact: true }).waitFor()
    await page.getByText('1 of 3').waitFor()
    await expectAccessible(page)
    await picture(page, 'license-key')
    await page.getByRole('button', { name: 'Disable…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable…' }).waitFor()
    expect((await merchant.request('GET', `/v1/license-keys/${licenseKey.id}`)).json.status).toBe('disabled')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Change limits' }).click()
    const limits = page.getByRole('dialog')
    await limits.getByLabel('Devices at most').fill('0')
    await page.keyboard.press('Control+s')
    await limits.getByText('Enter a whole number from 1 to 1000.').waitFor()
    await expectAccessible(page)
    await picture(page, 'license-key-limits')
    await limits.getByLabel('Devices at most').fill('10')
    await page.keyboard.press('Control+s')
    await page.getByText('1 of 10').waitFor()
    await page.getByRole('button', { name: 'Reissue…' }).click()
    await expectAccessible(page)
    await picture(page, 'license-key-reissue')
    await page.getByRole('dialog').getByRole('button', { name: 'Reissue' }).click()
    await page.getByText('The key isn’t activated on any device.').waitFor()
    expect((await merchant.request('GET', `/v1/license-keys/${licenseKey.id}`)).json.status).toBe('revoked')
  })
})

/** The id of the grant of a Discord role that a buyer has paid for: it fails, because this server has no bot. */
async function aRoleBought(server: TestServer, merchant: TestMerchant, benefitId: string): Promise<string> {
  const { id } = await aProduct(merchant)
  await merchant.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: [benefitId] } })
  const checkout = await merchant.request('POST', '/v1/checkouts/', { body: { products: [id] } })
  await server.request('POST', `/v1/checkouts/client/${checkout.json.client_secret}/confirm`, { body: BUYER })
  await server.drain()
  const { items } = (await merchant.request('GET', `/v1/benefits/${benefitId}/grants`)).json
  return items.find((grant: { customer: { email: string } }) => grant.customer.email === BUYER.customer_email).id
}

test('a failed grant is counted, says what to do, and is retried', SLOW, async ({ page, context }) => {
  await inShop(page, context, async ({ server, merchant, customerId, at }) => {
    const { organizationId } = merchant
    const benefits = await aBenefitOfEachKind(server, merchant)
    const error = {
      type: 'PERMANENT',
      message: 'The bot is not on the Discord server.',
      timestamp: new Date().toISOString(),
      code: 'bot_missing',
    }
    const ids = { organizationId, customerId }
    await aGrant(server, { ...ids, benefitId: benefits['license_keys'] ?? '' })
    const failed = await aGrant(server, { ...ids, benefitId: benefits['discord'] ?? '' })
    const waiting = await aGrant(server, { ...ids, benefitId: benefits['github_repository'] ?? '' })
    await setError(server, failed, error)
    await setError(server, waiting, { ...error, type: 'ACTION_REQUIRED', message: 'Link your GitHub account.', code: 'link_github' })
    await page.goto(`${at}/benefits`)
    await page.getByText('2 failures').waitFor()
    await picture(page, 'benefits-failures')
    await page.getByRole('link', { name: /^Grants/ }).click()
    await page.getByRole('link', { name: 'Show failures' }).click()
    await page.getByText('2 grants', { exact: true }).waitFor()
    await expectAccessible(page)
    await picture(page, 'grants-failures')
    await page.goto(`${at}/customers/${customerId}`)
    await page.getByText('The bot isn’t on the Discord server.').waitFor()
    await page.getByText('Ask the customer to link their GitHub account in their portal.').waitFor()
    await expectAccessible(page)
    await picture(page, 'customer-grants')
    await page.goto(`${at}/benefits/grants?state=failed,waiting&grant=${failed}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByText('The bot isn’t on the Discord server.').waitFor()
    await expectAccessible(page)
    await picture(page, 'grant')

    const bought = await aRoleBought(server, merchant, String(benefits['discord']))
    await page.goto(`${at}/benefits/grants?state=failed&grant=${bought}`)
    await drawer.getByText(/This server has no Discord bot/).waitFor()
    await drawer.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Retry started').waitFor()
    await server.drain()
    await page.reload()
    await drawer.getByText(/This server has no Discord bot/).waitFor()
  })
})

test('a member opens the portal as a customer, and the audit log says so', SLOW, async ({ page, context, pageErrors }) => {
  // The page of the portal belongs to a surface of its own.
  pageErrors.allow(/status of 404/)
  await inShop(page, context, async ({ merchant, customerId, at }) => {
    await page.goto(`${at}/customers/${customerId}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Open portal as customer' }).click()
    const portal = await opened
    // The portal takes the token out of its address at once.
    await portal.getByRole('heading', { name: 'Hello, Iris Visser' }).waitFor()
    await portal.close()
    const path = `/api/auth/organization/list-audit-entries?organizationId=${merchant.organizationId}`
    const { entries } = (await merchant.owner.request('GET', path)).json
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'customer_session.created', target: expect.objectContaining({ id: customerId }) }),
    )
  })
})

test(
  'the form of a role or a repository returns with what was entered, and connections are listed',
  SLOW,
  async ({ page, context, pageErrors }) => {
    pageErrors.allow(/status of (404|422)/)
    await inShop(page, context, async ({ at }) => {
      await page.goto(`${at}/benefits/new`)
      await page.getByRole('radio', { name: /Discord role/ }).check()
      await page.getByRole('textbox', { name: 'Description' }).fill('Members’ lounge')
      await page.getByRole('button', { name: 'Connect a Discord server' }).click()
      await page.getByText(/operator of this server hasn’t set up a Discord bot/).waitFor()
      await expectAccessible(page)
      await picture(page, 'benefit-discord')
      await page.route('**/v1/connections/discord/authorize', (route) =>
        route.fulfill({ json: { url: `${at}/benefits?linked=discord#guild_token=a-sealed-guild` } }),
      )
      await page.getByRole('button', { name: 'Connect a Discord server' }).click()
      await page.waitForURL('**/benefits/new')
      await page.getByText('Connected', { exact: true }).waitFor()
      await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Members’ lounge')
      await page.getByLabel('Role ID').fill('1234')
      await page.keyboard.press('Control+s')
      await page.getByText('Discord doesn’t accept the server.', { exact: false }).waitFor()
      await page.getByRole('radio', { name: /GitHub repository/ }).check()
      await page.getByLabel('Owner').waitFor()
      await picture(page, 'benefit-github')
      await page.goto(`${at}/benefits?dialog=connections`)
      await page.getByText('No account is connected.', { exact: false }).waitFor()
      await expectAccessible(page)
      await picture(page, 'connections')
    })
  },
)

/** Writes the error that an attempt at another service leaves behind. */
async function setError({ platform }: TestServer, id: string, error: object): Promise<void> {
  await sql`update benefit_grants set error = ${JSON.stringify(error)}::jsonb, is_entitled = true, granted_at = null where id = ${id}`.execute(
    platform.database.db,
  )
}
