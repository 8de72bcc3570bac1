// Attacks by asking often: guessing passwords and bombing with mail, from one place and many, over two processes and a restart.
import { afterAll, describe, expect, test } from 'vitest'
import { aUser, cookieHeader, newAddress, PASSWORD } from '#test/support/a-user.ts'
import { emailsTo, linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const free = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

/** A house with limits on, over the shared database: each has a memory of its own, as another process has. Tests have networks of their own. */
async function limitedHouse(settings: Record<string, string> = {}, keepsCounts = false): Promise<TestServer> {
  const made = await testServer({ settings: { RATE_LIMIT_ENABLED: 'true', ...settings }, keepsCounts })
  opened.push(made)
  return made
}

interface Guess {
  readonly email: string
  readonly password?: string
  readonly from: string
  readonly headers?: Record<string, string>
}

/** A guess that the limit of the door lets pass: ten seconds after the one before. */
function guess(house: TestServer, { email, password = 'not the password', from, headers = {} }: Guess): Promise<TestAnswer> {
  house.clock.advance(11)
  return house.request('POST', '/api/auth/sign-in/email', { body: { email, password }, from, headers })
}

async function guesses(house: TestServer, times: number, of: (index: number) => Guess): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) statuses.push((await guess(house, of(index))).status)
  return statuses
}

const ten = Array<number>(10).fill(401)

describe('guesses of a password', () => {
  test('are counted for a whole /64 and a whole /24, however an address is spelled', async () => {
    const house = await limitedHouse()
    for (const network of [
      (index: number) => `2001:db8:7:7:${(index * 797).toString(16)}::${index + 1}`,
      (index: number) => (index % 2 ? `::ffff:198.51.100.${index}` : `198.51.100.${index}`),
    ]) {
      const { email } = await aUser(free)
      expect(await guesses(house, 11, (index) => ({ email, from: network(index) }))).toEqual([...ten, 429])
      expect((await guess(house, { email, password: PASSWORD, from: network(77) })).status).toBe(429)
      expect((await guess(house, { email, password: PASSWORD, from: '2001:db8:7:8::1' })).status).toBe(200)
    }
  })

  test('are counted for the socket, whatever forwarding headers say, unless a proxy is trusted', async () => {
    const { email } = await aUser(free)
    const house = await limitedHouse()
    const written = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
      'x-real-ip': `203.0.113.${index}`,
      'cf-connecting-ip': `203.0.113.${index}`,
    })
    expect(await guesses(house, 11, (index) => ({ email, from: '10.50.1.1', headers: written(index) }))).toEqual([...ten, 429])
    const { email: behind } = await aUser(free)
    const proxied = await limitedHouse({ TRUST_PROXY: 'loopback' })
    const statuses = await guesses(proxied, 11, (index) => ({
      email: behind,
      from: '127.0.0.1',
      headers: { 'x-forwarded-for': `203.0.113.${index}, 10.51.1.1` },
    }))
    expect(statuses).toEqual([...ten, 429])
  })

  test('are counted over two processes and after a restart', async () => {
    const { email } = await aUser(free)
    const from = '10.60.1.1'
    const [one, other] = [await limitedHouse(), await limitedHouse({}, true)]
    for (let index = 0; index < 5; index += 1) {
      expect((await guess(one, { email, from })).status).toBe(401)
      expect((await guess(other, { email, from })).status).toBe(401)
    }
    const restarted = await limitedHouse({}, true)
    for (const house of [one, other, restarted]) {
      const answer = await house.request('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD }, from })
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    }
  })

  test('by sign-in, changing and deleting are one count, and tell nobody which address a user name has', async () => {
    const username = `a${newAddress().slice(0, 9)}`
    const body = { name: 'Ada', email: newAddress(), password: PASSWORD, username }
    const { token } = (await free.request('POST', '/api/auth/sign-up/email', { body })).json
    const house = await limitedHouse()
    const from = '10.70.1.1'
    const ways: readonly (readonly [string, object])[] = [
      ['sign-in/email', { email: body.email.toUpperCase(), password: 'x' }],
      ['change-password', { currentPassword: 'x', newPassword: 'another horse and battery' }],
      ['delete-user', { password: 'x' }],
    ]
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const [call = '', sent] = ways[index % ways.length] ?? []
      house.clock.advance(11)
      const headers = { authorization: `Bearer ${token}` }
      statuses.push((await house.request('POST', `/api/auth/${call}`, { body: sent, from, headers })).status)
    }
    expect([statuses.slice(0, 10).filter((status) => status === 429), statuses.slice(10)]).toEqual([[], [429, 429]])
    const byName: number[] = []
    for (let index = 0; index < 11; index += 1) {
      house.clock.advance(11)
      const sent = { body: { username: username.toUpperCase(), password: 'x' }, from }
      byName.push((await house.request('POST', '/api/auth/sign-in/username', sent)).status)
    }
    expect(byName).toEqual([...ten, 429])
  })

  test('in one burst from many networks are bounded for the account, without shutting the known browser out', async () => {
    const { email, cookie } = await aUser(free)
    const house = await limitedHouse()
    const answers: TestAnswer[] = []
    for (let wave = 0; wave < 3; wave += 1) {
      const each = (index: number) => ({ body: { email, password: 'x' }, from: `10.${wave}.${index}.1` })
      const asked = Array.from({ length: 50 }, (_, index) => house.request('POST', '/api/auth/sign-in/email', each(index)))
      answers.push(...(await Promise.all(asked)))
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(50)
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['x-retry-after']).toBe(headers['retry-after'])
    }
    const device = cookie.split('; ').find((pair) => pair.includes('.device=')) ?? ''
    const known = { cookie: device, origin: house.settings.BASE_URL }
    expect((await guess(house, { email, password: PASSWORD, from: '10.9.9.9', headers: known })).status).toBe(200)
  })

  test('in one burst from one place are stopped at the door, by whatever spelling of the path', async () => {
    const house = await limitedHouse()
    const { email } = await aUser(free)
    const spellings = [
      'sign-in/email',
      'sign-in/email/',
      '%73ign-in/email',
      'sign-in/email?a=b',
      'sign-in%2Femail',
      'SIGN-IN/email',
      './sign-in/email',
    ]
    const ask = (index: number) => {
      const path = `/api/auth/${spellings[index % spellings.length]}`
      return house.request('POST', path, { body: { email, password: 'x' }, from: '10.90.1.1' })
    }
    const answers = await Promise.all(Array.from({ length: 70 }, (_, index) => ask(index)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.every(({ status }) => [401, 404, 429].includes(status))).toBe(true)
  })
})

describe('letters', () => {
  test.each([
    ['a forgotten password, by both names of the call', ['forget-password', 'request-password-reset'], 200],
    ['an address that is to be proven', ['send-verification-email'], 429],
    ['all of it together', ['forget-password', 'send-verification-email'], 429],
  ] as const)('about %s reach an address ten times an hour, wherever they are asked for', async (_, calls, last) => {
    const house = await limitedHouse()
    const { email } = await aUser(house)
    let status = 0
    for (let index = 0; index < 15; index += 1) {
      house.clock.advance(1)
      const sent = { body: { email }, from: `10.77.${index}.1` }
      status = (await house.request('POST', `/api/auth/${calls[index % calls.length]}`, sent)).status
    }
    expect([status, (await emailsTo(house, email)).length]).toEqual([calls.length > 1 && last === 429 ? 200 : last, 10])
    house.clock.advance(3601)
    await house.request('POST', '/api/auth/forget-password', { body: { email }, from: '10.77.99.1' })
    expect(await emailsTo(house, email)).toHaveLength(11)
  })

  test('to an address that is signed up again and again, or given to accounts, are counted as well', async () => {
    const house = await limitedHouse({ SEND_VERIFICATION_ON_SIGN_UP: 'true' })
    const email = newAddress()
    for (let index = 0; index < 6; index += 1) {
      house.clock.advance(11)
      const from = `10.79.${index}.1`
      const own = newAddress()
      const made = await house.request('POST', '/api/auth/sign-up/email', { body: { name: 'A', email: own, password: PASSWORD }, from })
      const headers = { cookie: cookieHeader(made), origin: house.settings.BASE_URL }
      await house.request('GET', await linkTo(house, own, 'verification'), { headers, from })
      house.clock.advance(1)
      await house.request('POST', '/api/auth/change-email', { body: { newEmail: email }, headers, from })
      await house.request('GET', await linkTo(house, own, 'change-email'), { headers, from })
      await house.request('POST', '/api/auth/delete-user', { body: {}, headers, from })
      const again = await house.request('POST', '/api/auth/sign-up/email', { body: { name: 'A', email, password: PASSWORD }, from })
      expect(again.status).toBe(200)
      const left = { cookie: cookieHeader(again), origin: house.settings.BASE_URL }
      await house.request('POST', '/api/auth/delete-user', { body: {}, headers: left, from })
    }
    expect(await emailsTo(house, email)).toHaveLength(10)
  })

  test('are ordered from one network a hundred times an hour, to whomever', async () => {
    const house = await limitedHouse()
    const statuses: number[] = []
    for (let index = 0; index < 101; index += 1) {
      house.clock.advance(1)
      const sent = { body: { email: newAddress() }, from: '10.100.1.1' }
      statuses.push((await house.request('POST', '/api/auth/forget-password', sent)).status)
    }
    expect([statuses.slice(0, 100).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429])
  })

  test('that a new browser signed in, and that a password changed, come at most as often as that is done', async () => {
    const house = await limitedHouse()
    const { email } = await aUser(free)
    for (let index = 0; index < 5; index += 1) await guess(house, { email, from: `10.78.${index}.1` })
    expect(await emailsTo(house, email)).toEqual([])
    await guess(house, { email, password: PASSWORD, from: '10.78.9.1' })
    expect((await emailsTo(house, email)).map(({ headers }) => headers['X-Guildhall-Template'])).toEqual(['new-device'])
  })
})

test('a browser is told on a page that it opened links too often, or one that was cut off; a program in JSON', async () => {
  const house = await limitedHouse()
  const from = '10.120.1.1'
  const open = (path: string, accept: string) => house.request('GET', `/api/auth/${path}`, { from, headers: { accept } })
  const torn = await open('verify-email', 'text/html,*/*;q=0.8')
  expect([torn.status, torn.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(torn.text).toContain('<code>validation_error</code></p><p>Invalid query parameters</p><p><a href="/">')
  expect((await open('verify-email', '*/*')).json.code).toBe('VALIDATION_ERROR')
  while ((await open('verify-email', '*/*')).status !== 429);
  const often = await open('verify-email', 'text/html,*/*;q=0.8')
  expect([often.status, often.headers['content-type'], Number(often.headers['retry-after']) > 0]).toEqual([
    429,
    'text/html; charset=utf-8',
    true,
  ])
  expect(often.text).toContain('<p>Too many requests. Please try again later.</p><p><a href="">Try again</a></p>')
  expect((await open('verify-email', '*/*')).json).toEqual({ message: 'Too many requests. Please try again later.' })
})

test('what may tell that an address exists is limited, and then tells nothing of any', async () => {
  const house = await limitedHouse()
  const taken = await Promise.all(Array.from({ length: 11 }, () => aUser(free)))
  const from = '10.110.1.1'
  const ask = (email: string) => {
    house.clock.advance(11)
    return house.request('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email, password: PASSWORD }, from })
  }
  for (const { email } of taken.slice(0, 10)) expect((await ask(email)).status).toBe(422)
  const [known, unknown] = [await ask(taken[10]?.email ?? ''), await ask(newAddress())]
  expect([known.status, unknown.status, known.text === unknown.text]).toEqual([429, 429, true])
})
