import { expect, test } from 'vitest'
import { sampleContext } from '../index.ts'
import { usageAlert } from './usage-alert.ts'
import { usageNotice } from './usage-notice.ts'

const context = sampleContext('en')
const german = sampleContext('de')

test('the email to the owners names customer, meter, usage and threshold, and opens the page of the customer', () => {
  const { subject, text } = usageAlert.compose(usageAlert.sample, context)
  expect(subject).toContain('Sanne Visser')
  expect(text).toContain('Sanne Visser has used 104,250.5 of “Tokens used”')
  expect(text).toContain('“Heavy use”')
  expect(text).toContain('100,000')
  expect(text).toContain('https://guildhall.example/dashboard/northwind/customers/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22')
})

test('the email to a customer is in the language of the customer and does not name the alert', () => {
  const { subject, text } = usageNotice.compose(usageNotice.sample, german)
  expect(subject).toContain('Tokens used')
  expect(text).toContain('104.250,5')
  expect(text).toContain('Fragen? Wenden Sie sich an Northwind Tools')
})

test('both say in test mode that they are about test usage', () => {
  const test = { ...context, organization: { ...context.organization, isTest: true } }
  expect(usageAlert.compose(usageAlert.sample, test).text).toContain('Test mode')
  expect(usageNotice.compose(usageNotice.sample, test).subject).toMatch(/^\[Test\]/)
})

test('the event sends each only to whom it names', () => {
  const payload = {
    organization_id: 'o',
    trigger_id: 't',
    alert_name: 'a',
    meter_name: 'm',
    customer_id: 'c',
    customer_name: null,
    locale: 'de',
    customer_email: 'ada@example.test',
    threshold: 1,
    consumed_units: 2,
    triggered_at: '2026-03-12T14:20:00Z',
  }
  const sent = (isForOwners: boolean, isForCustomer: boolean) => {
    const event = { payload: { ...payload, is_for_owners: isForOwners, is_for_customer: isForCustomer }, happenedAt: new Date(0) }
    return [usageAlert.sentOn?.email(event)?.to, usageNotice.sentOn?.email(event)?.to]
  }
  expect(sent(true, false)).toEqual([null, undefined])
  expect(sent(false, true)).toEqual([undefined, 'ada@example.test'])
  expect(sent(true, true)).toEqual([null, 'ada@example.test'])
})
