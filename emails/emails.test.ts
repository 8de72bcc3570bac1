import { expect, test } from 'vitest'
import { duplicatePayment } from './duplicate-payment.ts'
import { html } from './html.ts'
import { composeSample, emailLanguages, emails, sampleContext } from './index.ts'
import { invitation } from './invitation.ts'
import { newDevice } from './new-device.ts'
import { receipt } from './receipt.ts'
import { refund } from './refund.ts'

const all = Object.values(emails)
const context = sampleContext('en')

test.each(all.flatMap((one) => emailLanguages(one).map((language) => [one.name, language, one] as const)))(
  'the email %s in %s has a subject, HTML and plain text without leftover placeholders',
  (_name, language, one) => {
    const { subject, html: page, text } = composeSample(one, language)
    expect(page).toContain(`<html lang="${language}">`)
    for (const part of [subject, page, text]) {
      expect(part.trim()).not.toBe('')
      expect(part).not.toMatch(/\{\{|undefined|null|NaN/)
    }
    expect(text).not.toMatch(/<[a-z]/i)
  },
)

test.each(all.map((one) => [one.name, one] as const))('the sample of the email %s is a value that it accepts', (_name, one) => {
  expect(one.values.parse(one.sample)).toEqual(one.sample)
})

test('an email in a language without messages is English', () => {
  expect(composeSample(receipt, 'xx').html).toContain('<html lang="en">')
})

test('markup in a value is shown as text', () => {
  expect(html`<b>${'<script>"&\''}</b>`.text).toBe('<b>&lt;script&gt;&quot;&amp;&#39;</b>')
  const hostile = { ...receipt.sample, product: '<img src=x onerror=alert(1)>' }
  expect(receipt.compose(hostile, context).html).not.toContain('<img')
})

test('an email to a customer names the time of the test clock, in the time zone of the merchant and in every language', () => {
  const testClock = { at: new Date('2027-01-31T09:00:00Z'), timezone: 'Europe/Berlin' }
  const composed = (language: string) => {
    const sample = sampleContext(language)
    return receipt.compose(receipt.sample, { ...sample, organization: { ...sample.organization, isTest: true, testClock } })
  }
  for (const part of [composed('en').html, composed('en').text])
    expect(part).toMatch(/Sent on the test clock at 31 January 2027.{2,4}10:00\./)
  expect(composed('de').text).toMatch(/Gesendet auf der Testuhr am 31\. Januar 2027.{2,4}10:00\./)
})

test('a receipt in test mode says that nothing was charged, in the subject too', () => {
  const {
    subject,
    html: page,
    text,
  } = receipt.compose(receipt.sample, {
    ...context,
    organization: { ...context.organization, isTest: true },
  })
  expect(subject).toMatch(/^\[Test\]/)
  expect(page).toContain('nothing was charged')
  expect(text).toContain('nothing was charged')
})

test('a receipt states the card, the number and the page of the order, and no tax where there is none', () => {
  const { html: page, text } = receipt.compose(receipt.sample, context)
  const url = 'https://guildhall.example/checkout/co_cs_example/confirmation'
  expect(text).toContain('Paid with Visa ending in 4242.')
  expect(text).toContain('Order NT-0215')
  expect(text).toContain(`View your order: ${url}`)
  expect(page).toContain(`href="${url}"`)
  expect(text).toMatch(/^Tax +€16.91$/m)
  expect(receipt.compose({ ...receipt.sample, taxAmount: 0, totalAmount: 8900 }, context).text).not.toContain('Tax')
})

test('a receipt of a free order, and of one that is too small to be charged, says so', () => {
  const purchase = { url: null, card: null }
  const of = (values: object) => receipt.compose({ ...receipt.sample, taxAmount: 0, ...values }, { ...context, purchase }).text
  const free = of({ discountAmount: 8900, totalAmount: 0 })
  expect(free).toContain('It was free: nothing was charged.')
  expect(free).toMatch(/^Total paid +€0.00$/m)
  expect(free).not.toMatch(/Paid with|View your order/)
  expect(of({ totalAmount: 30, writtenOffAmount: 30 })).toContain('too small to be charged')
})

test('a receipt shows the logo of the seller, and how to reach the seller where that is known', () => {
  const logo = 'https://guildhall.example/pictures/logo.png'
  const shown = receipt.compose(receipt.sample, { ...context, organization: { ...context.organization, logo } })
  expect(shown.html).toContain(`<img src="${logo}"`)
  expect(shown.text).toContain('Questions? Contact Northwind Tools: help@northwind.example · https://northwind.example/')
  const unknown = { ...context.organization, email: null, website: null }
  const { html: page, text } = receipt.compose(receipt.sample, { ...context, organization: unknown })
  expect(`${page}${text}`).not.toMatch(/Questions|<img/)
})

test('amounts are written exactly, with the decimals of their currency', () => {
  const lines = (currency: string, totalAmount: number) => receipt.compose({ ...receipt.sample, currency, totalAmount }, context).text
  expect(lines('usd', 99_999_999)).toContain('$999,999.99')
  expect(lines('jpy', 1200)).toContain('¥1,200')
  expect(lines('cad', 1200)).toContain('CA$12.00')
  expect(lines('kwd', 1230)).toMatch(/KWD\s1\.230/)
})

test('days and times have the format of the web interface', () => {
  expect(receipt.compose(receipt.sample, context).text).toContain('12 March 2026')
  expect(newDevice.compose(newDevice.sample, context).text).toContain('12 March 2026 at 14:20 UTC')
})

test.each([
  ['Pacific/Auckland', '2026-03-10T12:30:00.000Z', '11 March 2026'],
  ['America/Los_Angeles', '2026-03-10T05:30:00.000Z', '9 March 2026'],
])('an email about a payment in %s at %s names its day there, as the invoice does', (timezone, paidAt, day) => {
  const there = { ...context, organization: { ...context.organization, timezone } }
  const texts = [
    receipt.compose({ ...receipt.sample, paidAt }, there).text,
    refund.compose({ ...refund.sample, paidAt }, there).text,
    duplicatePayment.compose({ ...duplicatePayment.sample, paidAt }, there).text,
  ]
  for (const text of texts) {
    expect(text).toContain(day)
    expect(text).not.toContain('10 March')
  }
})

test.each([
  ['Elin Sandberg', 'Elin Sandberg (ada@northwind.example) invited you to join Northwind Tools.'],
  ['  Elin\n\u202eSandberg ', 'Elin Sandberg (ada@northwind.example) invited you to join Northwind Tools.'],
  ['support@bank.example', 'ada@northwind.example invited you to join Northwind Tools.'],
  ['Win at evil.example', 'ada@northwind.example invited you to join Northwind Tools.'],
  ['https://evil', 'ada@northwind.example invited you to join Northwind Tools.'],
  ['', 'ada@northwind.example invited you to join Northwind Tools.'],
])('an invitation by %j shows the name only if it cannot be mistaken for an email or a link', (inviterName, sentence) => {
  expect(invitation.compose({ ...invitation.sample, inviterName }, context).text).toContain(`\n${sentence}\n`)
})

test.each(all.filter(({ name }) => name !== 'receipt').map((one) => [one.name, one] as const))(
  'the email %s says what to do if it was not requested below the button',
  (_name, one) => {
    const { html: page, text } = composeSample(one, 'en')
    const [above, below] = [page.indexOf('class="accent"'), text.search(/https?:/)]
    for (const disclaimer of ['Didn’t request this?', 'Not expecting this?', 'You’re receiving this because']) {
      if (!text.includes(disclaimer)) continue
      expect(page.indexOf(disclaimer)).toBeGreaterThan(above)
      expect(text.indexOf(disclaimer)).toBeGreaterThan(below)
    }
  },
)

test('an email about a returned payment says why it was returned and where it goes', () => {
  const composed = (changes: object) => duplicatePayment.compose({ ...duplicatePayment.sample, ...changes }, context).text
  expect(composed({})).toContain('the order NT-0215 was already paid')
  expect(composed({})).toContain('It goes back to Visa ending in 4242.')
  const unused = composed({ orderNumber: null, card: null })
  expect(unused).toContain('for something you have since changed')
  expect(unused).not.toMatch(/order|ending in/)
})
