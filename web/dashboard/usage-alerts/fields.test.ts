import { expect, test } from 'vitest'
import type { UsageAlert } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { alertForm, thresholdOf } from './fields.ts'

const { valuesOf, rules, creation, whole } = alertForm

test.each([
  ['1000', 'en', 1000],
  ['1,000.5', 'en', 1000.5],
  ['1.000,5', 'de', 1000.5],
  ['1.000', 'de', 1000],
  ['0', 'en', null],
  ['-1', 'en', null],
  ['many', 'en', null],
  ['', 'en', null],
])('%s in %s is a threshold of %s', (typed, locale, threshold) => {
  expect(thresholdOf(typed, locale)).toBe(threshold)
})

test('a form needs a name and a number', () => {
  const empty = valuesOf(null)
  expect(Object.keys(check(rules, empty) ?? {}).sort()).toEqual(['name', 'threshold'])
  expect(check(rules, { ...empty, name: 'Much', threshold: '5' })).toBeNull()
  expect(check(rules, { ...empty, name: 'Much', threshold: '9'.repeat(17) })).not.toBeNull()
})

test('an alert is shown as it is stored, and a new one is about each customer', () => {
  const alert = { name: 'Much', threshold: 1234.5, notifyMerchantEmail: false, notifyCustomerEmail: true } as UsageAlert
  const values = valuesOf(alert)
  expect(values).toMatchObject({ threshold: '1,234.5', notifyMerchantEmail: false, notifyCustomerEmail: true })
  const { name, threshold, notifyMerchantEmail, notifyCustomerEmail } = alert
  expect(whole(values, alert)).toEqual({ name, threshold, notifyMerchantEmail, notifyCustomerEmail })
  expect(creation(values, { meterId: 'm', organizationId: 'o' })).toEqual({
    organizationId: 'o',
    meterId: 'm',
    customerId: null,
    name,
    threshold,
    notifyMerchantEmail,
    notifyCustomerEmail,
  })
})
