// Attacks on mailed links: host header injection, forged tokens, and links used twice, late or for another purpose.
import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aUser, PASSWORD, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo, linkTo, redirectParameter } from '#test/support/emails.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const NEW_PASSWORD = 'another horse and battery'
const MANY = process.env['DATABASE_URL'] ? 50 : 20
const server = await testServer({
  settings: { TRUST_PROXY: 'loopback', DELETE_USER_VERIFICATION: 'true', AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' },
})
const opened: TestServer[] = [server]
afterAll(() => Promise.all(opened.map((each) => each.close())))

const post = (call: string, body: object, headers: Record<string, string> = {}) =>
  server.request('POST', `/api/auth/${call}`, { body, headers })
const tokenIn = (link: string) => {
  const url = new URL(link, server.settings.BASE_URL)
  return url.searchParams.get('token') ?? url.pathname.split('/').at(-1) ?? ''
}
const verifyEmail = async (user: TestUser) => {
  await post('send-verification-email', { email: user.email })
  await user.request('GET', await linkTo(server, user.email, 'verification'))
}

/** The kinds of links: each function requests one and returns the newest token. */
const kinds = {
  'verify-email': async ({ email }: TestUser) => {
    await post('send-verification-email', { email })
    return tokenIn(await linkTo(server, email, 'verification'))
  },
  'change-email': async (user: TestUser) => {
    await verifyEmail(user)
    server.clock.advance(1)
    await user.request('POST', '/api/auth/change-email', { body: { newEmail: uniqueEmail() } })
    return tokenIn(await linkTo(server, user.email, 'change-email'))
  },
  'reset-password': async ({ email }: TestUser) => {
    await post('forget-password', { email, redirectTo: '/new' })
    return tokenIn(await linkTo(server, email, 'reset-password'))
  },
  'delete-user': async (user: TestUser) => {
    await user.request('POST', '/api/auth/delete-user', { body: {} })
    return tokenIn(await linkTo(server, user.email, 'delete-account'))
  },
} as const
type Kind = keyof typeof kinds

/** Uses each kind of token for its purpose; returns 200 on success. */
const uses: Readonly<Record<Kind, (user: TestUser, token: string) => Promise<number>>> = {
  'verify-email': async (user, token) => (await user.request('GET', `/api/auth/verify-email?token=${token}`)).status,
  'change-email': async (user, token) => {
    const answer = await user.request('GET', `/api/auth/verify-email?token=${token}`)
    return answer.status === 200 && answer.json.user === null ? 404 : answer.status
  },
  'reset-password': async (_, token) => (await post('reset-password', { token, newPassword: NEW_PASSWORD })).status,
  'delete-user': async (user, token) => (await user.request('POST', '/api/auth/delete-user', { body: { token } })).status,
}
const allKinds = Object.keys(kinds) as Kind[]

describe('a mailed link points to this site', () => {
  test.each([
    ['another Host', { host: 'evil.test' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.test' }],
    [
      'X-Forwarded-Host and -Proto behind a trusted proxy',
      { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
    ],
    ['Forwarded', { forwarded: 'host=evil.test;proto=http' }],
    ['X-Original-Host and X-Host', { 'x-original-host': 'evil.test', 'x-host': 'evil.test', 'x-http-host-override': 'evil.test' }],
    ['a Host with a port', { host: 'localhost:3000@evil.test' }],
    ['a foreign page without cookies', { origin: 'https://evil.test', referer: 'https://evil.test/' }],
  ])('for a request with %s', async (_, headers) => {
    const user = await aUser(server)
    const { email } = user
    await post('send-verification-email', { email }, headers as Record<string, string>)
    await post('forget-password', { email }, headers as Record<string, string>)
    const own = { ...headers, cookie: user.cookie, origin: server.settings.BASE_URL } as Record<string, string>
    await post('delete-user', {}, own)
    const emails = await emailsTo(server, email)
    expect(emails).toHaveLength(3)
    for (const { text, html } of emails) {
      expect(text + html).not.toContain('evil')
      expect(text).toContain('http://localhost:3000/api/auth/')
    }
  })

  test('and the browser that opens it is redirected within this site', async () => {
    const { email } = await aUser(server)
    await post('forget-password', { email, redirectTo: '/new' })
    const link = await linkTo(server, email, 'reset-password')
    const redirected = await server.request('GET', link, { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } })
    expect(redirected.headers['location']).toMatch(/^http:\/\/localhost:3000\/new\?token=/)
  })
})

describe('a token of a mailed link', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (head: object, claims: object, secret: string | Buffer, hash = 'sha256') => {
    const body = `${encoded(head)}.${encoded(claims)}`
    return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`
  }

  test('that was forged is refused: without an algorithm, with an empty, known or guessed secret, for another purpose', async () => {
    const user = await aUser(server)
    const secret = server.settings.AUTH_SECRET ?? ''
    const exp = Math.floor(server.clock.now().getTime() / 1000) + 600
    const claims = { email: user.email, iat: exp - 600, exp }
    const good = await kinds['verify-email'](user)
    const [head = '', payload = '', signature = ''] = good.split('.')
    const hs256 = { alg: 'HS256', typ: 'JWT' }
    const forged = [
      ...['none', 'None', 'NONE', ''].flatMap((alg) => [
        `${encoded({ alg })}.${encoded(claims)}.`,
        `${encoded({ alg })}.${payload}.${signature}`,
      ]),
      ...['', 'better-auth-secret-123456789', 'secret', 'undefined', `${secret} `].map((each) => signed(hs256, claims, each)),
      ...[
        signed({ alg: 'HS512' }, claims, secret, 'sha512'),
        signed({ alg: 'RS256' }, claims, secret),
        signed({ ...hs256, crit: ['exp'] }, claims, secret),
      ],
      // With the right secret, but never mailed.
      ...[
        signed(hs256, claims, secret),
        signed(hs256, { ...claims, updateTo: 'taken@evil.test' }, secret),
        signed(hs256, { iat: 1, exp }, secret),
      ],
      ...[signed(hs256, { ...claims, exp: undefined }, secret), signed(hs256, { ...claims, email: [user.email] }, secret)],
      ...[
        `${head}.${payload}.`,
        `${head}.${payload}`,
        `${good}.${signature}`,
        `${head}.${encoded({ ...claims, email: 'x@y.test' })}.${signature}`,
        `${good}x`,
      ],
    ]
    for (const token of forged) {
      const answer = await user.request('GET', `/api/auth/verify-email?token=${encodeURIComponent(token)}`)
      expect([token, answer.status, answer.json.message]).toEqual([token, 401, expect.stringMatching(/^(invalid_token|user_not_found)$/)])
    }
    expect((await user.request('GET', '/api/auth/get-session?disableCookieCache=true')).json.user.emailVerified).toBe(false)
    expect(await uses['verify-email'](user, good)).toBe(200)
  })

  test.each(allKinds)('for %s cannot be used for another purpose', async (kind) => {
    const user = await aUser(server)
    const token = await kinds[kind](user)
    for (const other of allKinds.filter((each) => each !== kind)) {
      // Verification and change links are opened by the same call; a verification link then only verifies.
      if (/-email$/.test(kind) && /-email$/.test(other)) continue
      expect([other, await uses[other](user, token)]).not.toEqual([other, 200])
    }
    expect(await uses[kind](user, token)).toBe(200)
  })

  test.each(allKinds.filter((kind) => kind !== 'verify-email'))('for %s works once when it is used concurrently', async (kind) => {
    const user = await aUser(server)
    const token = await kinds[kind](user)
    const answers = await Promise.all(Array.from({ length: MANY }, () => uses[kind](user, token)))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.every((status) => status < 500)).toBe(true)
    expect(await uses[kind](user, token)).not.toBe(200)
  })

  test.each(allKinds)('for %s is invalid after a newer one is mailed', async (kind) => {
    const user = await aUser(server)
    const old = await kinds[kind](user)
    server.clock.advance(1)
    const newer = await kinds[kind](user)
    expect(newer).not.toBe(old)
    expect(await uses[kind](user, old)).not.toBe(200)
    expect(await uses[kind](user, newer)).toBe(200)
  })

  test.each(allKinds)('for %s is invalid after a password change', async (kind) => {
    const user = await aUser(server)
    const token = await kinds[kind](user)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await user.request('POST', '/api/auth/change-password', { body })).status).toBe(200)
    expect(await uses[kind](user, token)).not.toBe(200)
  })

  test.each(allKinds)('for %s is invalid after its expiry', async (kind) => {
    const user = await aUser(server)
    const token = await kinds[kind](user)
    server.clock.advance(kind === 'delete-user' ? 86_400 : 3600)
    expect(await uses[kind](user, token)).not.toBe(200)
  })

  test.each(allKinds)('for %s is invalid after the deletion of the account, also for a new account with the same email', async (kind) => {
    const user = await aUser(server)
    const token = await kinds[kind](user)
    await server.platform.database.db.deleteFrom('users').where('id', '=', user.id).execute()
    const next = await aUser(server, { email: user.email })
    expect(await uses[kind](next, token)).not.toBe(200)
  })

  test.each(allKinds.filter((kind) => /^(change-email|delete-user)$/.test(kind)))(
    'for %s does nothing in the session of another user',
    async (kind) => {
      const [user, attacker] = [await aUser(server), await aUser(server)]
      const token = await kinds[kind](user)
      expect(await uses[kind](attacker, token)).not.toBe(200)
      expect((await server.request('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(401)
      expect(await uses[kind](user, token)).toBe(200)
    },
  )

  test('for verify-email creates a session only when it is opened first', async () => {
    const user = await aUser(server)
    const token = await kinds['verify-email'](user)
    const opened = await Promise.all(Array.from({ length: MANY }, () => server.request('GET', `/api/auth/verify-email?token=${token}`)))
    expect(opened.map(({ status }) => status)).toEqual(Array(MANY).fill(200))
    expect(opened.filter(({ cookies }) => cookies.has('better-auth.session_token'))).toHaveLength(1)
    const again = await server.request('GET', `/api/auth/verify-email?token=${token}`)
    expect([again.status, again.cookies.size]).toEqual([200, 0])
  })

  test('for reset-password creates no session', async () => {
    const user = await aUser(server)
    const token = await kinds['reset-password'](user)
    const answer = await post('reset-password', { token, newPassword: NEW_PASSWORD })
    expect([answer.status, answer.cookies.size, answer.text]).toEqual([200, 0, '{"status":true}'])
  })
})

test('of many concurrent password reset requests only the newest link is valid', async () => {
  const { email } = await aUser(server)
  await Promise.all(Array.from({ length: 8 }, () => post('forget-password', { email, redirectTo: '/new' })))
  const emails = (await emailsTo(server, email)).filter(({ headers }) => headers['X-Guildhall-Template'] === 'reset-password')
  const links = emails.map(({ text }) => /\/api\/auth\/reset-password\/\S+/.exec(text)?.[0] ?? '')
  const redirected = await Promise.all(links.map((link) => server.request('GET', link)))
  expect([emails.length, redirected.filter((answer) => redirectParameter(answer, 'token')).length]).toEqual([8, 1])
})

test('an email is sent to the stored email of the account, however the request spells it', async () => {
  const { email } = await aUser(server)
  await post('forget-password', { email: email.toUpperCase() })
  expect((await emailTo(server, email, 'reset-password')).headers['To']).toBe(email)
  for (const invalid of [
    `${email},thief@evil.test`,
    `${email};thief@evil.test`,
    `${email}\nbcc:thief@evil.test`,
    `<${email}>`,
    [email, 'thief@evil.test'],
  ]) {
    expect((await post('forget-password', { email: invalid })).status).toBe(400)
  }
})
