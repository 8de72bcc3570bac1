// Attacks on mailed links: poisoned hosts, forged tokens, links used twice, late, or for what they are not.
import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aUser, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { emailsTo, emailTo, ledOnWith, linkTo } from '#test/support/emails.ts'
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
const prove = async (person: TestUser) => {
  await post('send-verification-email', { email: person.email })
  await person.request('GET', await linkTo(server, person.email, 'verification'))
}

/** Each kind of link: how it is asked for, and the token of the newest. */
const kinds = {
  'verify-email': async ({ email }: TestUser) => {
    await post('send-verification-email', { email })
    return tokenIn(await linkTo(server, email, 'verification'))
  },
  'change-email': async (person: TestUser) => {
    await prove(person)
    server.clock.advance(1)
    await person.request('POST', '/api/auth/change-email', { body: { newEmail: newAddress() } })
    return tokenIn(await linkTo(server, person.email, 'change-email'))
  },
  'reset-password': async ({ email }: TestUser) => {
    await post('forget-password', { email, redirectTo: '/new' })
    return tokenIn(await linkTo(server, email, 'reset-password'))
  },
  'delete-user': async (person: TestUser) => {
    await person.request('POST', '/api/auth/delete-user', { body: {} })
    return tokenIn(await linkTo(server, person.email, 'delete-account'))
  },
} as const
type Kind = keyof typeof kinds

/** What each kind of token is for; 200 where it did that. */
const uses: Readonly<Record<Kind, (person: TestUser, token: string) => Promise<number>>> = {
  'verify-email': async (person, token) => (await person.request('GET', `/api/auth/verify-email?token=${token}`)).status,
  'change-email': async (person, token) => {
    const answer = await person.request('GET', `/api/auth/verify-email?token=${token}`)
    return answer.status === 200 && answer.json.user === null ? 404 : answer.status
  },
  'reset-password': async (_, token) => (await post('reset-password', { token, newPassword: NEW_PASSWORD })).status,
  'delete-user': async (person, token) => (await person.request('POST', '/api/auth/delete-user', { body: { token } })).status,
}
const all = Object.keys(kinds) as Kind[]

describe('a mailed link leads to this site', () => {
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
  ])('whoever asks with %s', async (_, headers) => {
    const person = await aUser(server)
    const { email } = person
    await post('send-verification-email', { email }, headers as Record<string, string>)
    await post('forget-password', { email }, headers as Record<string, string>)
    const own = { ...headers, cookie: person.cookie, origin: server.settings.BASE_URL } as Record<string, string>
    await post('delete-user', {}, own)
    const letters = await emailsTo(server, email)
    expect(letters).toHaveLength(3)
    for (const { text, html } of letters) {
      expect(text + html).not.toContain('evil')
      expect(text).toContain('http://localhost:3000/api/auth/')
    }
  })

  test('and the browser that opens it is led on there too', async () => {
    const { email } = await aUser(server)
    await post('forget-password', { email, redirectTo: '/new' })
    const link = await linkTo(server, email, 'reset-password')
    const led = await server.request('GET', link, { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } })
    expect(led.headers['location']).toMatch(/^http:\/\/localhost:3000\/new\?token=/)
  })
})

describe('a token of a mailed link', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (head: object, claims: object, secret: string | Buffer, hash = 'sha256') => {
    const body = `${encoded(head)}.${encoded(claims)}`
    return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`
  }

  test('that was forged proves nothing: no algorithm, an empty, a known or a guessed secret, another purpose', async () => {
    const person = await aUser(server)
    const secret = server.settings.AUTH_SECRET ?? ''
    const exp = Math.floor(server.clock.now().getTime() / 1000) + 600
    const claims = { email: person.email, iat: exp - 600, exp }
    const good = await kinds['verify-email'](person)
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
      // With the right secret: one that was never mailed.
      ...[
        signed(hs256, claims, secret),
        signed(hs256, { ...claims, updateTo: 'taken@evil.test' }, secret),
        signed(hs256, { iat: 1, exp }, secret),
      ],
      ...[signed(hs256, { ...claims, exp: undefined }, secret), signed(hs256, { ...claims, email: [person.email] }, secret)],
      ...[
        `${head}.${payload}.`,
        `${head}.${payload}`,
        `${good}.${signature}`,
        `${head}.${encoded({ ...claims, email: 'x@y.test' })}.${signature}`,
        `${good}x`,
      ],
    ]
    for (const token of forged) {
      const answer = await person.request('GET', `/api/auth/verify-email?token=${encodeURIComponent(token)}`)
      expect([token, answer.status, answer.json.message]).toEqual([token, 401, expect.stringMatching(/^(invalid_token|user_not_found)$/)])
    }
    expect((await person.request('GET', '/api/auth/get-session?disableCookieCache=true')).json.user.emailVerified).toBe(false)
    expect(await uses['verify-email'](person, good)).toBe(200)
  })

  test.each(all)('for %s is good for nothing else', async (kind) => {
    const person = await aUser(server)
    const token = await kinds[kind](person)
    for (const other of all.filter((each) => each !== kind)) {
      // A link that proves an address is opened like one that changes it; it then proves it and changes nothing.
      if (/-email$/.test(kind) && /-email$/.test(other)) continue
      expect([other, await uses[other](person, token)]).not.toEqual([other, 200])
    }
    expect(await uses[kind](person, token)).toBe(200)
  })

  test.each(all.filter((kind) => kind !== 'verify-email'))('for %s, used many times at once, is used once', async (kind) => {
    const person = await aUser(server)
    const token = await kinds[kind](person)
    const answers = await Promise.all(Array.from({ length: MANY }, () => uses[kind](person, token)))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.every((status) => status < 500)).toBe(true)
    expect(await uses[kind](person, token)).not.toBe(200)
  })

  test.each(all)('for %s dies when a newer one is mailed', async (kind) => {
    const person = await aUser(server)
    const old = await kinds[kind](person)
    server.clock.advance(1)
    const newer = await kinds[kind](person)
    expect(newer).not.toBe(old)
    expect(await uses[kind](person, old)).not.toBe(200)
    expect(await uses[kind](person, newer)).toBe(200)
  })

  test.each(all)('for %s dies with a changed password', async (kind) => {
    const person = await aUser(server)
    const token = await kinds[kind](person)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await person.request('POST', '/api/auth/change-password', { body })).status).toBe(200)
    expect(await uses[kind](person, token)).not.toBe(200)
  })

  test.each(all)('for %s dies in its time', async (kind) => {
    const person = await aUser(server)
    const token = await kinds[kind](person)
    server.clock.advance(kind === 'delete-user' ? 86_400 : 3600)
    expect(await uses[kind](person, token)).not.toBe(200)
  })

  test.each(all)('for %s is gone with the account, for whoever takes the address then', async (kind) => {
    const person = await aUser(server)
    const token = await kinds[kind](person)
    await server.platform.database.db.deleteFrom('users').where('id', '=', person.id).execute()
    const next = await aUser(server, { email: person.email })
    expect(await uses[kind](next, token)).not.toBe(200)
  })

  test.each(all.filter((kind) => /^(change-email|delete-user)$/.test(kind)))(
    'for %s does nothing in the session of somebody else',
    async (kind) => {
      const [person, thief] = [await aUser(server), await aUser(server)]
      const token = await kinds[kind](person)
      expect(await uses[kind](thief, token)).not.toBe(200)
      expect((await server.request('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(401)
      expect(await uses[kind](person, token)).toBe(200)
    },
  )

  test('begins no session when it is opened again, by whomever', async () => {
    const person = await aUser(server)
    const token = await kinds['verify-email'](person)
    const opened = await Promise.all(Array.from({ length: MANY }, () => server.request('GET', `/api/auth/verify-email?token=${token}`)))
    expect(opened.map(({ status }) => status)).toEqual(Array(MANY).fill(200))
    expect(opened.filter(({ cookies }) => cookies.has('better-auth.session_token'))).toHaveLength(1)
    const again = await server.request('GET', `/api/auth/verify-email?token=${token}`)
    expect([again.status, again.cookies.size]).toEqual([200, 0])
  })

  test('begins no session for a forgotten password', async () => {
    const person = await aUser(server)
    const token = await kinds['reset-password'](person)
    const answer = await post('reset-password', { token, newPassword: NEW_PASSWORD })
    expect([answer.status, answer.cookies.size, answer.text]).toEqual([200, 0, '{"status":true}'])
  })
})

test('of many who forgot one password at once only the newest link lives', async () => {
  const { email } = await aUser(server)
  await Promise.all(Array.from({ length: 8 }, () => post('forget-password', { email, redirectTo: '/new' })))
  const letters = (await emailsTo(server, email)).filter(({ headers }) => headers['X-Guildhall-Template'] === 'reset-password')
  const links = letters.map(({ text }) => /\/api\/auth\/reset-password\/\S+/.exec(text)?.[0] ?? '')
  const led = await Promise.all(links.map((link) => server.request('GET', link)))
  expect([letters.length, led.filter((answer) => ledOnWith(answer, 'token')).length]).toEqual([8, 1])
})

test('the address in a letter is that of the account, however it was asked for', async () => {
  const { email } = await aUser(server)
  await post('forget-password', { email: email.toUpperCase() })
  expect((await emailTo(server, email, 'reset-password')).headers['To']).toBe(email)
  for (const twice of [
    `${email},thief@evil.test`,
    `${email};thief@evil.test`,
    `${email}\nbcc:thief@evil.test`,
    `<${email}>`,
    [email, 'thief@evil.test'],
  ]) {
    expect((await post('forget-password', { email: twice })).status).toBe(400)
  }
})
