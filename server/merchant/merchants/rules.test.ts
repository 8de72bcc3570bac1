import { expect, test } from 'vitest'
import { type Merchant, newProfile } from './model.ts'
import { update } from './rules.ts'
import { organization, organizationUpdate, toMerchantChanges, toOrganizationWire } from './wire.ts'

const then = new Date('2026-03-01T00:00:00.000Z')
const now = new Date('2026-03-12T14:20:00.000Z')
const later = new Date('2026-03-13T00:00:00.000Z')
const merchant: Merchant = {
  ...newProfile('0195894c-7a10-7000-8000-000000000001', then),
  name: 'Northwind Tools',
  slug: 'northwind-tools',
  avatarUrl: null,
}
const details = {
  about: 'a',
  product_description: 'b',
  intended_use: 'c',
  customer_acquisition: [],
  future_annual_revenue: 1,
  switching: false,
}

test('a new merchant is a test merchant that sells in dollars', () => {
  expect(merchant).toMatchObject({ mode: 'test', defaultCurrency: 'usd', detailsSubmittedAt: null, modifiedAt: null })
})

test('omitted fields stay, null clears optional fields, and an event follows', () => {
  const current: Merchant = { ...merchant, email: 'a@b.cd', website: 'https://a.example' }
  const { next, events } = update(current, toMerchantChanges(organizationUpdate.parse({ name: null, email: null })), now)
  expect(next).toEqual({ ...current, email: null, modifiedAt: now })
  expect(events).toEqual(['organization.updated'])
})

test('details are stored the first time and never replaced', () => {
  const first = update(merchant, toMerchantChanges(organizationUpdate.parse({ details })), now).next
  expect(first).toMatchObject({ detailsSubmittedAt: now, details: { about: 'a' } })
  const second = update(first, toMerchantChanges(organizationUpdate.parse({ details: { ...details, about: 'z' } })), later).next
  expect(second).toMatchObject({ detailsSubmittedAt: now, details: { about: 'a' }, modifiedAt: now })
})

test('an unsupported currency is refused at its field', () => {
  expect(() => update(merchant, { defaultCurrency: 'xau' }, now)).toThrow(
    expect.objectContaining({ status: 422, problems: [expect.objectContaining({ loc: ['body', 'default_currency'] })] }),
  )
})

test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+3'])(
  'billing months may be counted in %s',
  (billingTimezone) => {
    expect(update(merchant, { billingTimezone }, now).next).toMatchObject({ billingTimezone })
  },
)

test.each(['Mars/Olympus', '+02:00', '', 'Europe/Berlin; drop'])('%j is refused as a time zone', (billingTimezone) => {
  expect(() => update(merchant, { billingTimezone }, now)).toThrow(
    expect.objectContaining({ status: 422, problems: [expect.objectContaining({ loc: ['body', 'billing_timezone'] })] }),
  )
})

const changed = (body: object) => update(merchant, toMerchantChanges(organizationUpdate.parse(body)), now).next

test('each setting of invoices changes by itself', () => {
  expect(changed({ invoice_prefix: 'NW26' }).invoiceSettings).toEqual({ prefix: 'NW26', series: 'organization', restartsYearly: false })
  expect(changed({ invoice_series: 'customer', restarts_invoices_yearly: true, invoice_prefix: null }).invoiceSettings).toEqual({
    prefix: 'INV',
    series: 'customer',
    restartsYearly: true,
  })
})

test('embedding origins are folded and listed once, and an empty list allows every page', () => {
  const allowed = changed({ allowed_embed_origins: ['https://Shop.example', 'https://shop.example', 'https://b.example:8443'] })
  expect(allowed.allowedEmbedOrigins).toEqual(['https://shop.example', 'https://b.example:8443'])
  expect(update(allowed, { allowedEmbedOrigins: [] }, later).next.allowedEmbedOrigins).toEqual([])
  expect(update(allowed, { allowedEmbedOrigins: ['https://SHOP.example', 'https://b.example:8443'] }, later).next).toBe(allowed)
})

test.each([
  'http://shop.example',
  'https://shop.example/',
  'https://shop.example/page',
  'https://*.shop.example',
  'https://shop.example:443',
  'https://user@shop.example',
  'shop.example',
  'https://a,b',
])('%s is refused as an embedding origin, at its place in the list', (origin) => {
  expect(() => update(merchant, { allowedEmbedOrigins: ['https://a.example', origin] }, now)).toThrow(
    expect.objectContaining({ status: 422, problems: [expect.objectContaining({ loc: ['body', 'allowed_embed_origins', 1] })] }),
  )
})

test('the accent colour is lower-case, and null takes the colour of Guildhall again', () => {
  const red = changed({ accent_color: '#B3261E' })
  expect(red.accentColor).toBe('#b3261e')
  expect(update(red, {}, later).next).toBe(red)
  expect(update(red, { accentColor: null }, later).next.accentColor).toBeNull()
})

test.each([
  [{ invoice_prefix: 'inv' }],
  [{ invoice_prefix: '' }],
  [{ invoice_prefix: 'A-B' }],
  [{ invoice_prefix: 'ABCDEFGHIJKLM' }],
  [{ invoice_series: 'product' }],
  [{ accent_color: 'red' }],
  [{ accent_color: '#fff' }],
  [{ allowed_embed_origins: Array(21).fill('https://a.example') }],
  [{ tax_enabled: true }],
])('%j has not the form of a setting', (body) => {
  expect(organizationUpdate.safeParse(body).success).toBe(false)
})

test('amounts, mode and ids in a body change nothing', () => {
  const body = organizationUpdate.parse({ mode: 'live', id: 'x', slug: 'other', created_at: 'y' })
  expect(update(merchant, toMerchantChanges(body), now).next).toBe(merchant)
})

test('the wire form is what published clients parse, without the details', () => {
  const wire = organization.parse(toOrganizationWire({ ...merchant, details: { about: 'private' } }))
  expect(wire).not.toHaveProperty('details')
  expect(wire).toMatchObject({
    created_at: '2026-03-01T00:00:00.000Z',
    modified_at: null,
    id: merchant.id,
    name: 'Northwind Tools',
    slug: 'northwind-tools',
    avatar_url: null,
    email: null,
    website: null,
    socials: [],
    details_submitted_at: null,
    feature_settings: null,
    subscription_settings: { allow_multiple_subscriptions: false, allow_customer_updates: true, proration_behavior: 'prorate' },
    mode: 'test',
    default_currency: 'usd',
    billing_timezone: 'UTC',
    invoice_prefix: 'INV',
    invoice_series: 'organization',
    restarts_invoices_yearly: false,
    allowed_embed_origins: [],
    embed_hosts: [],
    accent_color: null,
    tax_enabled: false,
  })
})

test('the settings of subscriptions change one by one, and clients that know only three keep the others', () => {
  const chosen = changed({
    subscription_settings: { dunning_final: 'unpaid', apply_downgrades: 'period_end', emails: { payment_failed: false } },
  })
  const defaults = merchant.subscriptionSettings
  expect(chosen.subscriptionSettings).toEqual({
    ...defaults,
    dunningFinal: 'unpaid',
    applyDowngrades: 'period_end',
    emails: { ...defaults.emails, paymentFailed: false },
  })
  const published = { allow_multiple_subscriptions: true, allow_customer_updates: false, proration_behavior: 'invoice' }
  const changes = toMerchantChanges(organizationUpdate.parse({ subscription_settings: published }))
  expect(update(chosen, changes, now).next.subscriptionSettings).toEqual({
    ...chosen.subscriptionSettings,
    allowMultipleSubscriptions: true,
    allowCustomerUpdates: false,
    prorationBehavior: 'invoice',
  })
})

test('a merchant that sends the settings back as they are changes nothing', () => {
  const { subscription_settings } = toOrganizationWire(merchant)
  expect(update(merchant, toMerchantChanges(organizationUpdate.parse({ subscription_settings })), now).next).toBe(merchant)
})

test.each([
  { benefit_revocation_grace_period: 3 },
  { dunning_final: 'paused' },
  { apply_upgrades: 'never' },
  { prevent_trial_abuse: false },
  { emails: { trial_ending: 'yes' } },
])('%j is no setting of subscriptions', (subscription_settings) => {
  expect(organizationUpdate.safeParse({ subscription_settings }).success).toBe(false)
})
