// The target of a mailed link is checked when the link is requested, and again when it is opened.
import { describe, expect, test } from 'vitest'
import { aUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()

const HOSTILE = [
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/%2fevil.test',
  '/%5cevil.test',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'http://localhost:3000@evil.test',
  'http://localhost:3000.evil.test',
  'http://localhost:3001',
  'https://localhost:3000',
  'http://ｌocalhost:3000.evil.test',
  'http://evil。test',
  'http:evil.test',
  '/a\r\nSet-Cookie: a=b',
  '/#//evil.test',
]

describe.each(HOSTILE)('the target %j', (target) => {
  test.each([
    ['/api/auth/send-verification-email', 'callbackURL', 'Invalid callbackURL'],
    ['/api/auth/forget-password', 'redirectTo', 'Invalid redirectURL'],
    ['/api/auth/request-password-reset', 'redirectTo', 'Invalid redirectURL'],
  ])('is refused by %s, and nothing is mailed', async (path, field, message) => {
    const { email } = await aUser(server)
    const answer = await server.request('POST', path, { body: { email, [field]: target } })
    expect([answer.status, answer.json.message]).toEqual([403, message])
    expect(await emailsTo(server, email)).toEqual([])
  })

  test('is refused by change-email, and the email stays', async () => {
    const user = await aUser(server)
    const answer = await user.request('POST', '/api/auth/change-email', { body: { newEmail: uniqueEmail(), callbackURL: target } })
    expect([answer.status, answer.json.message]).toEqual([403, 'Invalid callbackURL'])
    expect((await user.request('GET', '/api/auth/get-session')).json.user.email).toBe(user.email)
  })

  test.each(['/api/auth/verify-email?token=x', '/api/auth/reset-password/aaaaaaaaaaaaaaaaaaaaaaaa?a=b'])(
    'does not redirect away from %s, alone or after a valid one',
    async (link) => {
      for (const query of [`callbackURL=${encodeURIComponent(target)}`, `callbackURL=/ok&callbackURL=${encodeURIComponent(target)}`]) {
        const answer = await server.request('GET', `${link}&${query}`)
        expect([answer.status, answer.headers['location']]).toEqual([403, undefined])
      }
    },
  )
})

test('a mailed link has the configured BASE_URL, not the host that the request names', async () => {
  const { email } = await aUser(server)
  const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
  await server.request('POST', '/api/auth/forget-password', { body: { email }, headers })
  const { html, text } = await emailTo(server, email)
  expect([text.includes('http://localhost:3000/api/auth/reset-password/'), (html + text).includes('evil.test')]).toEqual([true, false])
})
