import { afterAll, expect, test } from 'vitest'
import { emailMessages } from '#emails/messages.ts'
import { receipt } from '#emails/receipt.ts'
import { countCustomerEmail } from '#identity/mail/index.ts'
import { isVerifiedMember } from '#identity/organizations/index.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale, BUYER } from '#test/support/a-sale.ts'
import { anOrganization, uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'
import { notify } from './index.ts'

const server = await testServer({ database: await ownDatabase() })
const { platform } = server
afterAll(() => server.close())

const ENDPOINT = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const WEBHOOK_VALUES = { endpointId: ENDPOINT, endpoint: 'https://a.example/hook', reason: 'gone' } as const

test('a paid order sends one receipt with its number to the customer', async () => {
  const merchant = await aMerchant(server)
  const { orderId, clientSecret } = await aSale(server, merchant)
  const { number } = (await merchant.request('GET', `/v1/orders/${orderId}`)).json
  const receipts = (await emailsTo(server, BUYER.customer_email)).filter(({ text }) => text.includes(`Order ${number}`))
  expect(receipts.map(({ messageId, headers }) => [messageId, headers['X-Guildhall-Template']])).toEqual([
    [`<receipt-${orderId}@localhost>`, 'receipt'],
  ])
  expect(receipts[0]?.text).toContain('Paid with Visa ending in 4242.')
  expect(receipts[0]?.text).toContain(`/checkout/${clientSecret}/confirmation`)
})

test('every owner of an organization gets a notification, with an own message id', async () => {
  const { id, owner } = await anOrganization(server)
  const spec = { email: 'webhookDisabled', organizationId: id, to: null, values: WEBHOOK_VALUES, key: `test:${id}` } as const
  await platform.database.transaction((tx) => notify(tx, platform, spec))
  const [email, ...others] = await emailsTo(server, owner.email)
  expect(others).toEqual([])
  expect(email).toMatchObject({ messageId: `<test-${id}-${owner.id}@localhost>`, subject: expect.stringContaining('was disabled') })
  expect(email?.text).toContain(`/developers/webhooks/${ENDPOINT}`)
})

test('an email about a deleted organization is not sent', async () => {
  const to = uniqueEmail()
  const spec = { email: 'webhookDisabled', organizationId: ENDPOINT, to, values: WEBHOOK_VALUES, key: to } as const
  await platform.database.transaction((tx) => notify(tx, platform, spec))
  expect(await emailsTo(server, to)).toEqual([])
})

test.each([
  ['recipient', 10, () => ({ to: BUYER.customer_email, ipAddress: '203.0.113.9' })],
  ['network', 500, () => ({ to: uniqueEmail(), ipAddress: '127.0.0.9' })],
])('a receipt beyond the limit of its %s is not sent, and the order says so', async (_, maximum, emailOf) => {
  const limited = await testServer({ database: await ownDatabase(), settings: { RATE_LIMIT_ENABLED: 'true' } })
  const merchant = await aMerchant(limited)
  const { db } = limited.platform.database
  for (let sent = 0; sent < maximum; sent += 1) {
    const email = { ...emailOf(), email: 'receipt', organizationId: merchant.organizationId, now: limited.clock.now() }
    expect(await countCustomerEmail(db, limited.platform, email)).toBe(0)
  }
  const { orderId } = await aSale(limited, merchant)
  await limited.drain()
  const order = await merchant.request('GET', `/v1/orders/${orderId}`)
  expect([order.status, order.json.receipt_not_sent]).toEqual([200, 'limit'])
  expect((await emailsTo(limited, BUYER.customer_email)).filter(({ messageId }) => messageId.includes(orderId))).toEqual([])
  await limited.close()
})

test('where email leaves the machine, a test merchant sends receipts to its verified members only', async () => {
  const mailing = await testServer({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  const merchant = await aMerchant(mailing)
  const { orderId } = await aSale(mailing, merchant)
  await mailing.drain()
  expect((await merchant.request('GET', `/v1/orders/${orderId}`)).json).toMatchObject({ receipt_not_sent: 'test_mode', is_test: true })
  const { db } = mailing.platform.database
  const [organization, email] = [{ organizationId: merchant.organizationId }, merchant.owner.email]
  expect(await isVerifiedMember(db, { ...organization, email })).toBe(false)
  await db.updateTable('users').set({ is_email_verified: true }).where('email', '=', email).execute()
  expect(await isVerifiedMember(db, { ...organization, email })).toBe(true)
  await mailing.close()
})

test('names that a merchant chose are cut to one short line in a receipt', async () => {
  const long = `Your bank:\ncall +1 555 0100 ${'now '.repeat(40)}`
  const { subject, text } = receipt.compose(
    { ...receipt.sample, product: long },
    {
      t: emailMessages('en'),
      to: 'ada@site.test',
      site: 'http://localhost:3000',
      organization: { name: long, slug: 'bank', isTest: true, timezone: 'UTC', testClock: null, logo: null, email: null, website: null },
      purchase: null,
    },
  )
  expect(subject.length).toBeLessThan(130)
  expect(`${subject}${text}`).not.toContain('Your bank:\n')
})
