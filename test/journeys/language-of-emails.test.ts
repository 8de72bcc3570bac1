// Every email is in the language of its recipient, in subject, HTML and plain text.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#operations/notifications/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aBrowser, aProviderUser } from '#test/support/a-browser.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { BUYER } from '#test/support/a-sale.ts'
import { anAdministrator, anOrganization, aUser, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { START, testServer } from '#test/support/server.ts'

const clock = movableClock(START)
const fake = await fakeProvider({ now: () => clock.now() })
const settings = { ...fake.settings, DELETE_USER_VERIFICATION: 'true' }
// A database of its own: the inbox has the latest emails only.
const server = await testServer({ settings, clock, database: await ownDatabase() })
checkBooksAfterEach(server)
const { database } = server.platform
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(() => fake.reset())

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9' }
const ENGLISH = { 'accept-language': 'en' }
const NEWER = 'a quite different phrase'

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.request('POST', `/api/auth/${path}`, { body, headers })
const choose = (user: TestUser, language: string | null) => user.request('POST', '/api/auth/update-user', { body: { language } })
const verify = ({ id }: TestUser) => database.db.updateTable('users').set({ is_email_verified: true }).where('id', '=', id).execute()

/** The language, subject and text of the newest email with a template to a recipient. */
async function received(to: string, template: string) {
  const { subject, html, text } = await emailTo(server, to, template)
  return { language: /<html lang="([^"]+)"/.exec(html ?? '')?.[1], subject, text }
}

/** The cause of an email of each template: a request of its recipient, with `headers`. */
const causes: Readonly<Record<string, (user: TestUser, headers: Record<string, string>) => Promise<unknown>>> = {
  verification: ({ email }, headers) => post('send-verification-email', { email }, headers),
  'reset-password': ({ email }, headers) => post('forget-password', { email }, headers),
  'password-changed': (user, headers) =>
    user.request('POST', '/api/auth/change-password', { body: { currentPassword: PASSWORD, newPassword: NEWER }, headers }),
  'change-email': async (user, headers) => {
    await verify(user)
    await user.request('POST', '/api/auth/change-email', { body: { newEmail: uniqueEmail() }, headers })
  },
  'delete-account': (user, headers) => user.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD }, headers }),
  'new-device': ({ email }, headers) => post('sign-in/email', { email, password: PASSWORD }, headers),
  'account-linked': async (user, headers) => {
    await verify(user)
    const browser = aBrowser(server, fake, headers['accept-language'] === 'en' ? 'language=en' : 'language=de')
    await browser.signIn('google', { user: aProviderUser({ email: user.email }) })
  },
  'account-secured': async ({ email }, headers) => {
    const browser = aBrowser(server, fake, headers['accept-language'] === 'en' ? 'language=en' : 'language=de')
    await browser.signIn('google', { user: aProviderUser({ email }) })
  },
}

const subjects: Readonly<Record<string, string>> = {
  verification: 'Bestätigen Sie Ihre E-Mail-Adresse',
  'reset-password': 'Setzen Sie Ihr Passwort zurück',
}

describe.each(Object.entries(causes))('the email %s', (template, send) => {
  test('is in the language of the account, whatever the request asks for', async () => {
    const user = await aUser(server)
    await choose(user, 'de')
    await send(user, ENGLISH)
    const german = await received(user.email, template)
    expect(german).toMatchObject({ language: 'de', text: expect.stringContaining('Sie erhalten diese E-Mail, weil') })
    if (subjects[template]) expect(german.subject).toBe(subjects[template])
  })

  test('is in the language of the request for a user who chose none', async () => {
    const user = await aUser(server)
    await send(user, GERMAN)
    expect(await received(user.email, template)).toMatchObject({ language: 'de' })
  })

  test('is in English without either', async () => {
    const user = await aUser(server)
    await send(user, ENGLISH)
    expect(await received(user.email, template)).toMatchObject({ language: 'en' })
  })
})

test('a new user gets the verification email in the language of the page on which they signed up', async () => {
  const email = uniqueEmail()
  await post('sign-up/email', { name: 'Ada', email, password: PASSWORD }, { cookie: 'language=de', 'accept-language': 'en' })
  await post('send-verification-email', { email }, { cookie: 'language=de', 'accept-language': 'en' })
  expect(await received(email, 'verification')).toMatchObject({ language: 'de' })
})

test('a reset password is confirmed in the language of the account', async () => {
  const user = await aUser(server)
  await verify(user)
  await choose(user, 'de')
  await post('forget-password', { email: user.email }, ENGLISH)
  const opened = await server.request('GET', await linkTo(server, user.email, 'reset-password'))
  await post('reset-password', { newPassword: NEWER, token: redirectParameter(opened, 'token') }, ENGLISH)
  expect(await received(user.email, 'password-changed')).toMatchObject({ language: 'de' })
})

test('a password that an administrator sets is reported in the language of its user, never in that of the administrator', async () => {
  const [administrator, german, silent] = [await anAdministrator(server), await aUser(server), await aUser(server)]
  await choose(german, 'de')
  await choose(administrator, 'de')
  for (const { id: userId } of [german, silent])
    await administrator.request('POST', '/api/auth/admin/set-user-password', { body: { userId, newPassword: NEWER }, headers: GERMAN })
  expect(await received(german.email, 'password-changed')).toMatchObject({ language: 'de' })
  expect(await received(silent.email, 'password-changed')).toMatchObject({ language: 'en' })
})

test.each([
  ['in the language of the invited user', 'de', null, 'de'],
  ['in the language of the invited user, also where the inviter has another one', 'en', 'de', 'en'],
  ['in the language of the inviter where the invited user chose none', null, 'de', 'de'],
  ['in English where neither chose one', null, null, 'en'],
])('an invitation is %s', async (_, invited, inviting, language) => {
  const [user, { owner }] = [await aUser(server), await anOrganization(server)]
  await choose(user, invited)
  await choose(owner, inviting)
  await owner.request('POST', '/api/auth/organization/invite-member', { body: { email: user.email, role: 'member' }, headers: ENGLISH })
  expect(await received(user.email, 'invitation')).toMatchObject({ language })
})

test('an invitation of a person without an account is in the language of the inviter', async () => {
  const [email, { owner }] = [uniqueEmail(), await anOrganization(server)]
  await choose(owner, 'de')
  await owner.request('POST', '/api/auth/organization/invite-member', { body: { email, role: 'member' } })
  expect(await received(email, 'invitation')).toMatchObject({ language: 'de' })
})

test('each owner of an organization gets a notification in their own language', async () => {
  const { id, owner } = await anOrganization(server)
  await choose(owner, 'de')
  const values = { endpointId: id, endpoint: 'https://a.example/hook', reason: 'gone' } as const
  await database.transaction((tx) =>
    notify(tx, server.platform, { email: 'webhookDisabled', organizationId: id, to: null, values, key: `test:${id}` }),
  )
  expect(await received(owner.email, 'webhook-disabled')).toMatchObject({
    language: 'de',
    subject: 'Ein Webhook von Byron and Daughters wurde deaktiviert',
  })
})

describe('a receipt', () => {
  /** Buys a product for 42.00 USD and returns the email of the buyer, the order and the checkout. */
  async function bought(headers: Record<string, string>) {
    const merchant = await aMerchant(server)
    const email = uniqueEmail()
    const product = await aProduct(merchant)
    const checkout = (await merchant.request('POST', '/v1/checkouts/', { body: { products: [product.id] } })).json
    const path = `/v1/checkouts/client/${checkout.client_secret}/confirm`
    const confirmed = await server.request('POST', path, { body: { ...BUYER, customer_email: email }, headers })
    expect([confirmed.status, checkout.locale]).toEqual([200, null])
    await server.drain()
    const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
    return { email, order, confirmed: confirmed.json }
  }

  test('is in the language of the buyer, with its dates and amounts, and checkout and order have the language', async () => {
    const { email, order, confirmed } = await bought({ cookie: 'language=de', 'accept-language': 'en' })
    expect([confirmed.locale, order.locale]).toEqual(['de', 'de'])
    const { language, subject, text } = await received(email, 'receipt')
    expect([language, subject]).toEqual(['de', '[Test] Ihr Beleg von Byron and Daughters'])
    expect(text).toContain('Sie haben am 12. März 2026')
    expect(text).toMatch(/42,00\s\$/)
  })

  test('is in English for a buyer whose language is unknown', async () => {
    const { email, order } = await bought({ 'accept-language': '*' })
    expect(order.locale).toBeNull()
    expect(await received(email, 'receipt')).toMatchObject({ language: 'en' })
  })
})
