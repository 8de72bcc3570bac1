// The benefits of a customer in the portal. The answers about them stand here: this file tests what the page shows of each kind.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { withOwnServer } from '../own-server.ts'
import { aShop, openPortal } from './a-customer.ts'

const SLOW = { timeout: 150_000 }
const AT = '2026-03-02T10:00:00.000Z'
const KEY = 'BYRON-7F1A2B3C-4D5E-4F60-8A9B-0C1D2E3F4A5B'
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const NOTE =
  '# Welcome\nJoin the **Monday call** at https://call.example/library.\n\n- Bring a question\n- <b>No HTML</b>\n\n[Bad](javascript:alert(1))'

const grant = (type: string, description: string, changes: object = {}) => ({
  id: `grant-${description}`,
  created_at: AT,
  benefit_id: `benefit-${type}`,
  granted_at: AT,
  revoked_at: null,
  is_granted: true,
  is_revoked: false,
  error: null,
  benefit: { id: `benefit-${type}`, type, description, properties: {} },
  properties: {},
  ...changes,
})
const benefit = (type: string, description: string, properties: object) => ({
  benefit: { id: `benefit-${type}`, type, description, properties },
})
const waiting = { is_granted: false, granted_at: null }
const failed = { ...waiting, error: { type: 'PERMANENT', message: 'The role is above that of the bot.', timestamp: AT } }
const repository = { repository_owner: 'byron', repository_name: 'library' }

const license = {
  id: 'key-1',
  organization_id: 'organization',
  created_at: AT,
  benefit_id: 'benefit-license_keys',
  display_key: '****-3F4A5B',
  key: KEY,
  status: 'granted',
  limit_activations: 3,
  usage: 5,
  limit_usage: 100,
  expires_at: '2027-03-02T10:00:00.000Z',
  activations: [{ id: 'activation', created_at: AT, license_key_id: 'key-1', label: 'Sanne’s laptop', meta: {} }],
}
const file = {
  id: 'file',
  name: 'library-3.2.zip',
  size: 48_200_000,
  version: '3.2',
  checksum_sha256_hex: HASH,
  download: { url: '/v1/customer-portal/downloadables/token', headers: {}, expires_at: AT },
}

async function answer(page: Page, path: string, body: unknown): Promise<void> {
  await page.route(`**/v1/customer-portal/${path}`, (route) => route.fulfill({ json: body }))
}
const listed = (items: readonly unknown[]) => ({ items, pagination: { total_count: items.length, max_page: 1 } })

test('a customer finds what each kind of benefit gives, and what it needs', SLOW, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withOwnServer(page, {}, async ({ server, url }) => {
    const shop = await aShop(server)
    const grants = [
      grant('license_keys', 'License key for the app'),
      grant('downloadables', 'Template files'),
      grant('custom', 'Members’ call', benefit('custom', 'Members’ call', { note: NOTE })),
      grant('discord', 'Role “Members”', { ...waiting, ...benefit('discord', 'Role “Members”', { guild_id: '1' }) }),
      grant('github_repository', 'Source code', { ...failed, ...benefit('github_repository', 'Source code', repository) }),
      grant('custom', 'Early access', { is_granted: false, is_revoked: true, revoked_at: AT }),
    ]
    await answer(page, 'benefit-grants/?*', listed(grants))
    await answer(page, 'license-keys/?*', listed([license]))
    await answer(page, 'license-keys/key-1', license)
    await answer(page, 'downloadables/?*', listed([{ id: 'd', benefit_id: 'benefit-downloadables', file }]))
    await openPortal(page, { url, shop })
    await page.getByText('Role “Members” needs your Discord account.').waitFor()
    await expectAccessible(page)
    await picture(page, 'portal-attention')
    await page.getByRole('link', { name: 'Link Discord' }).click()
    await page.getByText('Sanne’s laptop').waitFor()
    await page.getByText('48 MB').waitFor()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'https://call.example/library' }).getAttribute('href'))
      .toBe('https://call.example/library')
    await expect.poll(() => page.locator('a[href^="javascript"]').count()).toBe(0)
    await page.getByText('<b>No HTML</b>').waitFor()
    await page.getByText('Link your GitHub account to receive your access.').waitFor()
    await expectAccessible(page)
    await picture(page, 'portal-benefits')
    await expect.poll(() => page.getByText(KEY).count()).toBe(0)
    await page.getByRole('button', { name: 'Show the license key' }).click()
    await page.getByText(KEY).waitFor()
    await page.getByRole('button', { name: 'Copy: license key' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(KEY)
    const sent: unknown[] = []
    await page.route('**/v1/customer-portal/license-keys/deactivate', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ status: 204 })
    })
    await page.getByRole('button', { name: 'Deactivate Sanne’s laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Sanne’s laptop deactivated').waitFor()
    expect(sent).toEqual([{ key: KEY, organization_id: 'organization', activation_id: 'activation' }])
    await page.goto(`${url}/portal/${shop.merchant.slug}/benefits?provider=discord&link_error=account_taken`)
    await page.getByText(/^Another customer has linked this Discord account\./).waitFor()
    expect(page.url()).toBe(`${url}/portal/${shop.merchant.slug}/benefits`)
  })
})

test('a session of one checkout shows its purchase alone', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 403/)
  await withOwnServer(page, {}, async ({ server, url }) => {
    const shop = await aShop(server)
    await page.route('**/v1/customer-portal/customers/me', (route) =>
      route.fulfill({ status: 403, json: { error: 'NotPermitted', detail: '' } }),
    )
    await openPortal(page, { url, shop })
    await page.getByText(/^You see one purchase\./).waitFor()
    await page.getByRole('heading', { name: 'Library access' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Benefits' }).count()).toBe(0)
    await expectAccessible(page)
    await picture(page, 'portal-limited')
  })
})
