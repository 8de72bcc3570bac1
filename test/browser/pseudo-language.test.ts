// Walks the main pages in the pseudo-language: English in brackets, with accents, 40 % longer. Text outside brackets is in no locale file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, expect } from 'vitest'
import { composeSample, emails } from '#emails/index.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE, languages } from '#kernel/language/languages.ts'
import { movableClock } from '#platform/clock.ts'
import { builtPages } from '#platform/http/pages/built-pages.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anAdministrator, type TestUser } from '#test/support/a-user.ts'
import { test } from '#test/support/browser.ts'
import { ownDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/postgres.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { PSEUDO_LANGUAGE } from '../../scripts/web/pseudo-language.ts'
import { configsOf } from '../../vite.config.ts'
import { foreignTexts, overflowing } from './pseudo-texts.ts'

const WIDTHS = [1280, 375]
const HEIGHT = 800
/** Of the menus of a page: rows repeat theirs. */
const MENUS_MAX = 4

/** Pages that open a dialog. Its script is loaded separately, so the dialog may come last. */
const WITH_DIALOG = /\?dialog=new$|\/(webhooks|tokens|invitations)\/new$/

const folder = await mkdtemp(join(tmpdir(), 'guildhall-pseudo-'))
for (const config of configsOf(PSEUDO_LANGUAGE, folder)) await build({ configFile: false, logLevel: 'warn', ...config })
const port = await freePort()
const url = `http://localhost:${port}`
// A database of its own: names in the data of other tests would count as text.
const server: TestServer = await testServer({
  database: await ownDatabase(),
  settings: { BASE_URL: url, NODE_ENV: 'development' },
  clock: movableClock(new Date()),
  pages: builtPages(folder),
})
await server.app.listen({ port, host: 'localhost' })
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** The texts that pages show in a language of their own: the names of languages, and the subjects of emails. */
const names = [
  ...Object.values(languages).map(({ name }) => name),
  ...Object.values(emails).map((email) => composeSample(email, DEFAULT_LANGUAGE).subject),
]

const merchant = await aMerchant(server)
const sale = await aSale(server, merchant)
const administrator = await anAdministrator(server)
const open = await merchant.request('POST', '/v1/checkouts/', { body: { products: [sale.productId] } })
const shop = `/dashboard/${merchant.slug}`

/** The paths by the user who opens them. */
const surfaces: readonly (readonly [name: string, user: TestUser | undefined, paths: readonly string[]])[] = [
  [
    'public',
    undefined,
    [
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/reset-password?token=x',
      '/reset-password?token=aaaaaaaaaaaaaaaaaaaaaaaa',
      '/verify-email',
      '/error?error=state_mismatch',
      '/goodbye',
      '/signed-out',
      '/link-account',
      '/invitations/x?secret=y',
      '/nothing',
      `/checkout/${open.json.client_secret}`,
      `/checkout/${sale.clientSecret}/confirmation`,
      '/checkout/unknown',
    ],
  ],
  [
    'dashboard',
    merchant.owner,
    [
      '',
      '/products',
      '/products/new',
      `/products/${sale.productId}`,
      `/products/${sale.productId}/edit`,
      '/checkouts',
      '/checkouts?dialog=new',
      `/checkouts/${sale.checkoutId}`,
      '/customers',
      `/customers/${sale.customerId}`,
      '/orders',
      `/orders/${sale.orderId}`,
      '/developers/webhooks',
      '/developers/webhooks/new',
      `/developers/webhooks/${sale.endpointId}`,
      `/developers/webhooks/${sale.endpointId}?tab=settings`,
      `/developers/webhooks/${sale.endpointId}?tab=verify`,
      '/developers/tokens',
      '/developers/tokens/new',
      '/nothing',
    ].map((path) => shop + path),
  ],
  [
    'organization',
    merchant.owner,
    ['', '/members', '/invitations', '/invitations/new', '/teams', '/roles', '/log', '/danger'].map((path) => `${shop}/settings${path}`),
  ],
  [
    'account',
    merchant.owner,
    ['', '/email', '/security', '/connections', '/sessions', '/activity', '/danger'].map((path) => `/account${path}`),
  ],
  [
    'administration',
    administrator,
    [
      '',
      '/users',
      `/users/${merchant.owner.id}`,
      '/organizations',
      '/sessions',
      '/audit-log',
      '/jobs',
      '/events',
      '/emails',
      '/emails/receipt',
    ].map((path) => `/admin${path}`),
  ],
  ['welcome', administrator, ['/welcome']],
]

/** Opens the menus of the page one after another, then sends its form empty. Returns the foreign texts of all. */
async function foreignTextsOfInteractions(page: Page): Promise<string[]> {
  const found: string[] = []
  const isModal = (await page.locator('dialog[open]').count()) > 0
  const menus = page.locator(isModal ? 'dialog[open] button[aria-haspopup]:visible' : 'button[aria-haspopup]:visible')
  for (let index = 0; index < Math.min(await menus.count(), MENUS_MAX); index += 1) {
    const menu = menus.nth(index)
    await menu.click()
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
    found.push(...(await page.evaluate(foreignTexts, names)))
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
  }
  const submit = page.locator('main button[type=submit]:enabled, [role=dialog] button[type=submit]:enabled')
  if ((await submit.count()) === 0) return found
  await submit.first().click()
  await page.waitForLoadState('networkidle')
  return [...found, ...(await page.evaluate(foreignTexts, names))]
}

/** Gives the browser the session of a user, and the pseudo-language. */
async function signIn(page: Page, user: TestUser | undefined): Promise<void> {
  const pairs = [...(user?.cookie ?? '').split('; ').filter(Boolean), `${LANGUAGE_COOKIE}=${PSEUDO_LANGUAGE}`]
  await page.context().addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
    }),
  )
}

/** The texts of the page that are not in the pseudo-language, and the parts that are cut off or wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults = new Set<string>()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const text of await page.evaluate(foreignTexts, names)) faults.add(`text: ${text}`)
    for (const text of await page.evaluate(overflowing)) faults.add(`overflow at ${width}: ${text}`)
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT })
  for (const text of await foreignTextsOfInteractions(page)) faults.add(`text: ${text}`)
  return [...faults]
}

test.for(surfaces)(
  'the pages of %s are complete in the pseudo-language and nothing overflows',
  { timeout: 300_000 },
  async ([, user, paths], { page, pageErrors }) => {
    pageErrors.allow(/status of 4\d\d/)
    // The frame of an email runs no scripts, not even those that measure the page.
    pageErrors.allow(/sandboxed/)
    await signIn(page, user)
    const found: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      if (WITH_DIALOG.test(path)) await page.locator('dialog[open]').waitFor()
      const faults = await faultsOf(page)
      if (faults.length > 0) found[path] = faults
    }
    expect(found).toEqual({})
  },
)

test('the command palette and the list of shortcuts are complete in the pseudo-language', async ({ page }) => {
  await signIn(page, merchant.owner)
  await page.goto(url + shop, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  await page.locator('[cmdk-item]').first().waitFor()
  await expect.poll(() => page.evaluate(foreignTexts, names)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.locator('dialog kbd').first().waitFor()
  await expect.poll(() => page.evaluate(foreignTexts, names)).toEqual([])
})
