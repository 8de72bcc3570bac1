// Attacks by many requests: password guessing and mail bombing, from one and many networks, over two processes and a restart.
import { afterAll, describe, expect, test } from 'vitest'
import { aUser, cookieHeader, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const unlimited = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

/** A server with rate limits on the shared database, with in-memory counts of its own like a separate process. Each test uses networks of its own. */
async function limitedServer(settings: Record<string, string> = {}, keepsCounts = false): Promise<TestServer> {
  const created = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true', ...settings }, keepsCounts })
  opened.push(created)
  return created
}

interface Guess {
  readonly email: string
  readonly password?: string
  readonly ipAddress: string
  readonly headers?: Record<string, string>
}

/** A guess that the request throttle allows: eleven seconds after the previous one. */
function guess(app: TestServer, { email, password = 'not the password', ipAddress, headers = {} }: Guess): Promise<TestAnswer> {
  app.clock.advance(11)
  return app.request('POST', '/api/auth/sign-in/email', { body: { email, password }, ipAddress, headers })
}

async function guesses(app: TestServer, times: number, of: (index: number) => Guess): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) statuses.push((await guess(app, of(index))).status)
  return statuses
}

const ten = Array<number>(10).fill(401)

describe('guesses of a password', () => {
  test('are counted per /64 and per /24 network, in every spelling of the IP address', async () => {
    const app = await limitedServer()
    for (const network of [
      (index: number) => `2001:db8:7:7:${(index * 797).toString(16)}::${index + 1}`,
      (index: number) => (index % 2 ? `::ffff:198.51.100.${index}` : `198.51.100.${index}`),
    ]) {
      const { email } = await aUser(unlimited)
      expect(await guesses(app, 11, (index) => ({ email, ipAddress: network(index) }))).toEqual([...ten, 429])
      expect((await guess(app, { email, password: PASSWORD, ipAddress: network(77) })).status).toBe(429)
      expect((await guess(app, { email, password: PASSWORD, ipAddress: '2001:db8:7:8::1' })).status).toBe(200)
    }
  })

  test('are counted by the IP address of the socket, not of forwarding headers, unless a proxy is trusted', async () => {
    const { email } = await aUser(unlimited)
    const app = await limitedServer()
    const written = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      'cf-connecting-ip': `203.0.113.${index}`,
    })
    expect(await guesses(app, 11, (index) => ({ email, ipAddress: '10.50.1.1', headers: written(index) }))).toEqual([...ten, 429])
    const { email: behind } = await aUser(unlimited)
    const proxied = await limitedServer({ TRUST_PROXY: 'loopback' })
    const statuses = await guesses(proxied, 11, (index) => ({
      email: behind,
      ipAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': `203.0.113.${index}, 10.51.1.1` },
    }))
    expect(statuses).toEqual([...ten, 429])
  })

  test('are counted across two processes and a restart', async () => {
    const { email } = await aUser(unlimited)
    const ipAddress = '10.60.1.1'
    const [first, second] = [await limitedServer(), await limitedServer({}, true)]
    for (let index = 0; index < 5; index += 1) {
      expect((await guess(first, { email, ipAddress })).status).toBe(401)
      expect((await guess(second, { email, ipAddress })).status).toBe(401)
    }
    const restarted = await limitedServer({}, true)
    for (const app of [first, second, restarted]) {
      const answer = await app.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD }, ipAddress })
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    }
  })

  test('by sign-in, password change and account deletion share a count, and those by username have one of their own', async () => {
    const username = `a${uniqueEmail().slice(0, 9)}`
    const body = { name: 'Ada', email: uniqueEmail(), password: PASSWORD, username }
    const { token } = (await unlimited.request('POST', '/api/auth/sign-up/email', { body })).json
    const app = await limitedServer()
    const ipAddress = '10.70.1.1'
    const calls: readonly (readonly [string, object])[] = [
      ['sign-in/email', { email: body.email.toUpperCase(), password: 'x' }],
      ['change-password', { currentPassword: 'x', newPassword: 'another horse and battery' }],
      ['delete-user', { password: 'x' }],
    ]
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const [call = '', sent] = calls[index % calls.length] ?? []
      app.clock.advance(11)
      const headers = { authorization: `Bearer ${token}` }
      statuses.push((await app.request('POST', `/api/auth/${call}`, { body: sent, ipAddress, headers })).status)
    }
    expect([statuses.slice(0, 10).filter((status) => status === 429), statuses.slice(10)]).toEqual([[], [429, 429]])
    const byName: number[] = []
    for (let index = 0; index < 11; index += 1) {
      app.clock.advance(11)
      const sent = { body: { username: username.toUpperCase(), password: 'x' }, ipAddress }
      byName.push((await app.request('POST', '/api/auth/sign-in/username', sent)).status)
    }
    expect(byName).toEqual([...ten, 429])
  })

  test('in a burst from many networks are limited per account, and do not lock a known browser out', async () => {
    const { email, cookie } = await aUser(unlimited)
    const app = await limitedServer()
    const answers: TestAnswer[] = []
    for (let wave = 0; wave < 3; wave += 1) {
      const each = (index: number) => ({ body: { email, password: 'x' }, ipAddress: `10.${wave}.${index}.1` })
      const pending = Array.from({ length: 50 }, (_, index) => app.request('POST', '/api/auth/sign-in/email', each(index)))
      answers.push(...(await Promise.all(pending)))
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(50)
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['x-retry-after']).toBe(headers['retry-after'])
    }
    const device = cookie.split('; ').find((pair) => pair.includes('.device=')) ?? ''
    const known = { cookie: device, origin: app.settings.BASE_URL }
    expect((await guess(app, { email, password: PASSWORD, ipAddress: '10.9.9.9', headers: known })).status).toBe(200)
  })

  test('in a burst from one network are throttled, in every spelling of the path', async () => {
    const app = await limitedServer()
    const { email } = await aUser(unlimited)
    const spellings = [
      'sign-in/email',
      'sign-in/email/',
      '%73ign-in/email',
      'sign-in/email?a=b',
      'sign-in%2Femail',
      'SIGN-IN/email',
      './sign-in/email',
    ]
    const send = (index: number) => {
      const path = `/api/auth/${spellings[index % spellings.length]}`
      return app.request('POST', path, { body: { email, password: 'x' }, ipAddress: '10.90.1.1' })
    }
    const answers = await Promise.all(Array.from({ length: 70 }, (_, index) => send(index)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.every(({ status }) => [401, 404, 429].includes(status))).toBe(true)
  })
})

describe('emails', () => {
  test.each([
    ['a forgotten password, through both names of the call', ['forget-password', 'request-password-reset'], 200, 10],
    ['an email verification', ['send-verification-email'], 429, 10],
    // Each is counted apart, and neither has reached its limit.
    ['both together', ['forget-password', 'send-verification-email'], 200, 15],
  ] as const)(
    'about %s are sent to one email address at most ten times an hour for each purpose, from all networks together',
    async (_, calls, lastStatus, sentTimes) => {
      const app = await limitedServer()
      const { email } = await aUser(app)
      let status = 0
      for (let index = 0; index < 15; index += 1) {
        app.clock.advance(1)
        const sent = { body: { email }, ipAddress: `10.77.${index}.1` }
        status = (await app.request('POST', `/api/auth/${calls[index % calls.length]}`, sent)).status
      }
      expect([status, (await emailsTo(app, email)).length]).toEqual([lastStatus, sentTimes])
      app.clock.advance(3601)
      await app.request('POST', '/api/auth/forget-password', { body: { email }, ipAddress: '10.77.99.1' })
      expect(await emailsTo(app, email)).toHaveLength(sentTimes + 1)
    },
  )

  test('to one email address are limited for repeated sign-ups and email changes as well', async () => {
    const app = await limitedServer({ SEND_VERIFICATION_ON_SIGN_UP: 'true' })
    const email = uniqueEmail()
    for (let index = 0; index < 12; index += 1) {
      app.clock.advance(11)
      const ipAddress = `10.79.${index}.1`
      const own = uniqueEmail()
      const created = await app.request('POST', '/api/auth/sign-up/email', {
        body: { name: 'A', email: own, password: PASSWORD },
        ipAddress,
      })
      const headers = { cookie: cookieHeader(created), origin: app.settings.BASE_URL }
      await app.request('GET', await linkTo(app, own, 'verification'), { headers, ipAddress })
      app.clock.advance(1)
      await app.request('POST', '/api/auth/change-email', { body: { newEmail: email }, headers, ipAddress })
      await app.request('GET', await linkTo(app, own, 'change-email'), { headers, ipAddress })
      await app.request('POST', '/api/auth/delete-user', { body: {}, headers, ipAddress })
      const again = await app.request('POST', '/api/auth/sign-up/email', { body: { name: 'A', email, password: PASSWORD }, ipAddress })
      expect(again.status).toBe(200)
      const left = { cookie: cookieHeader(again), origin: app.settings.BASE_URL }
      await app.request('POST', '/api/auth/delete-user', { body: {}, headers: left, ipAddress })
    }
    // Ten by sign-ups of strangers, and ten by users who enter it as their new email.
    expect(await emailsTo(app, email)).toHaveLength(20)
  })

  test('are sent for one network at most a hundred times an hour, to all recipients together', async () => {
    const app = await limitedServer()
    const statuses: number[] = []
    for (let index = 0; index < 101; index += 1) {
      app.clock.advance(1)
      const sent = { body: { email: uniqueEmail() }, ipAddress: '10.100.1.1' }
      statuses.push((await app.request('POST', '/api/auth/forget-password', sent)).status)
    }
    expect([statuses.slice(0, 100).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429])
  })

  test('to verify an account are counted with all others of the network: above a hundred an hour, none is sent but to signed-in users', async () => {
    const app = await limitedServer({ REQUIRE_EMAIL_VERIFICATION: 'true', DELETE_USER_VERIFICATION: 'true' })
    const member = await aUser(unlimited)
    const [before, after] = [uniqueEmail(), uniqueEmail()]
    const ipAddress = '10.101.1.1'
    const signUp = async (email: string) => {
      app.clock.advance(11)
      const body = { email, password: PASSWORD, name: 'Bea' }
      const answer = await app.request('POST', '/api/auth/sign-up/email', { body, ipAddress })
      expect(answer.status).toBe(200)
    }
    await signUp(before)
    for (let index = 0; index < 99; index += 1) {
      app.clock.advance(1)
      await app.request('POST', '/api/auth/forget-password', { body: { email: uniqueEmail() }, ipAddress })
    }
    await signUp(after)
    expect((await guess(app, { email: after, password: PASSWORD, ipAddress })).status).toBe(403)
    const headers = { authorization: `Bearer ${member.token}` }
    const own = await app.request('POST', '/api/auth/delete-user', { body: {}, headers, ipAddress })
    expect(own.status).toBe(200)
    const sent = await Promise.all([before, after, member.email].map(async (email) => (await emailsTo(app, email)).length))
    expect(sent).toEqual([1, 0, 1])
  })

  test('about a new device are sent for successful sign-ins only', async () => {
    const app = await limitedServer()
    const { email } = await aUser(unlimited)
    for (let index = 0; index < 5; index += 1) await guess(app, { email, ipAddress: `10.78.${index}.1` })
    expect(await emailsTo(app, email)).toEqual([])
    await guess(app, { email, password: PASSWORD, ipAddress: '10.78.9.1' })
    expect((await emailsTo(app, email)).map(({ headers }) => headers['X-Guildhall-Template'])).toEqual(['new-device'])
  })
})

test('a browser gets a page and a program JSON for too many opened links or a truncated link', async () => {
  const app = await limitedServer()
  const ipAddress = '10.120.1.1'
  const open = (path: string, accept: string) => app.request('GET', `/api/auth/${path}`, { ipAddress, headers: { accept } })
  const truncated = await open('verify-email', 'text/html,*/*;q=0.8')
  expect([truncated.status, truncated.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(truncated.text).toContain('<code>validation_error</code></p><p>Invalid query parameters</p><p><a href="/">')
  expect((await open('verify-email', '*/*')).json.code).toBe('VALIDATION_ERROR')
  while ((await open('verify-email', '*/*')).status !== 429);
  const limited = await open('verify-email', 'text/html,*/*;q=0.8')
  expect([limited.status, limited.headers['content-type'], Number(limited.headers['retry-after']) > 0]).toEqual([
    429,
    'text/html; charset=utf-8',
    true,
  ])
  expect(limited.text).toContain('<p>Too many requests. Please try again later.</p><p><a href="">Try again</a></p>')
  expect((await open('verify-email', '*/*')).json).toEqual({ message: 'Too many requests. Please try again later.' })
})

test('a sign-up that reveals whether an email exists is limited, and a limited answer reveals nothing', async () => {
  const app = await limitedServer()
  const taken = await Promise.all(Array.from({ length: 11 }, () => aUser(unlimited)))
  const ipAddress = '10.110.1.1'
  const send = (email: string) => {
    app.clock.advance(11)
    return app.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email, password: PASSWORD }, ipAddress })
  }
  for (const { email } of taken.slice(0, 10)) expect((await send(email)).status).toBe(422)
  const [known, unknown] = [await send(taken[10]?.email ?? ''), await send(uniqueEmail())]
  expect([known.status, unknown.status, known.text === unknown.text]).toEqual([429, 429, true])
})

describe('a foreign page', () => {
  test('does not use up the sign-in attempts of the network of its visitors', async () => {
    const app = await limitedServer()
    const { email } = await aUser(unlimited)
    const ipAddress = '203.0.113.77'
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const posts = Array.from({ length: 101 }, () => app.request('POST', '/api/auth/sign-in/email', { body: {}, ipAddress, headers }))
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses).toEqual([...Array<number>(100).fill(403), 429])
    const own = await app.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD }, ipAddress })
    expect(own.status).toBe(200)
  })
})
