import { expect, test } from 'vitest'
import type { Merchant } from '#client/types.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { billingRulesSection, exampleNumber } from './billing-rules-section.ts'
import { businessSection } from './business-section.ts'
import { checkoutLookSection, colorOf, originsOf } from './checkout-look-section.ts'

const merchant = {
  name: 'Northwind Tools',
  email: 'help@northwind.example',
  website: null,
  socials: [{ platform: 'github', url: 'https://github.com/northwind' }],
  defaultCurrency: 'eur',
  billingTimezone: 'Europe/Berlin',
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
    benefitRevocationGracePeriod: 2,
    preventTrialAbuse: true,
    dunningFinal: 'canceled',
    applyUpgrades: 'now',
    applyDowngrades: 'now',
    emails: { renewalUpcoming: false, trialEnding: true, paymentFailed: true, paymentRecovered: true },
  },
  customerPortalSettings: {
    usage: { show: true },
    subscription: { updateSeats: false, updatePlan: true, pause: false },
    customer: { allowEmailChange: true },
  },
  disputeSettings: { autoAcceptBelowAmount: null, revokeAccessWhenLost: true },
  invoicePrefix: 'NW',
  invoiceSeries: 'organization',
  restartsInvoicesYearly: false,
  allowedEmbedOrigins: ['https://shop.example'],
  accentColor: '#0b6e4f',
  statementName: null,
} as unknown as Merchant

test.each([['business', businessSection()] as const, ['rules', billingRulesSection()] as const, ['look', checkoutLookSection()] as const])(
  'the saved values of %s are no change, and valid',
  (_, section) => {
    const { valuesOf, changesOf, rules } = section as ReturnType<typeof businessSection>
    expect(changesOf(valuesOf(merchant), merchant)).toEqual({})
    expect(check(rules, valuesOf(merchant))).toBeNull()
  },
)

test('an emptied field is cleared, and a link without a URL is none', () => {
  const { valuesOf, changesOf } = businessSection()
  const values = { ...valuesOf(merchant), email: ' ', socials: [{ id: '1', platform: 'x' as const, url: ' ' }] }
  expect(changesOf(values, merchant)).toEqual({ email: null, socials: [] })
})

test('the faults of social links are at their rows', () => {
  const { valuesOf, rules } = businessSection()
  const socials = [
    { id: 'good', platform: 'x' as const, url: 'https://x.com/n' },
    { id: 'bad', platform: 'x' as const, url: 'x.com/n' },
  ]
  expect(check(rules, { ...valuesOf(merchant), socials })).toEqual({ socials: { bad: expect.any(String) } })
})

test('of the settings of subscriptions only those that changed are sent, so that no other change of them is undone', () => {
  const { valuesOf, changesOf } = billingRulesSection()
  expect(changesOf({ ...valuesOf(merchant), several: true, prefix: ' acme ' }, merchant)).toEqual({
    subscriptionSettings: { allowMultipleSubscriptions: true },
    invoicePrefix: 'ACME',
  })
  const { emails, ...values } = valuesOf(merchant)
  expect(changesOf({ ...values, grace: '14', final: 'unpaid', emails: { ...emails, renewalUpcoming: true } }, merchant)).toEqual({
    subscriptionSettings: { benefitRevocationGracePeriod: 14, dunningFinal: 'unpaid', emails: { renewalUpcoming: true } },
  })
})

test.each([
  [{}, 'NW-0001'],
  [{ yearly: true }, 'NW-2026-0001'],
  [{ series: 'customer' as const }, 'NW-7K2P9Q-0001'],
  [{ series: 'customer' as const, yearly: true, prefix: 'a1' }, 'A1-7K2P9Q-2026-0001'],
])('with %j the first invoice is %s', (changes, number) => {
  expect(exampleNumber({ ...billingRulesSection().valuesOf(merchant), ...changes }, 2026)).toBe(number)
})

test.each([
  ['#1F6FEB', '#1f6feb'],
  ['1f6feb', '#1f6feb'],
  ['red', null],
  ['#fff', null],
])('the colour %s is read as %s', (text, color) => expect(colorOf(text)).toBe(color))

test('origins are read from lines, once each, without a closing slash', () => {
  expect(originsOf('https://Shop.example/\n\n https://shop.example, https://b.example:8443')).toEqual([
    'https://shop.example',
    'https://b.example:8443',
  ])
})

test.each(['http://shop.example', 'https://shop.example/page', 'shop.example'])('%s is no site that may embed', (origins) => {
  const { valuesOf, rules } = checkoutLookSection()
  expect(check(rules, { ...valuesOf(merchant), origins })).toEqual({ origins: expect.stringContaining(origins) })
})

test('without a colour or sites the defaults are taken again', () => {
  const { changesOf } = checkoutLookSection()
  expect(changesOf({ accent: '', origins: '' }, merchant)).toEqual({ accentColor: null, allowedEmbedOrigins: [] })
})
