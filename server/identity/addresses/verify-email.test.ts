import { afterAll, describe, expect, test } from 'vitest'
import { aUser, cookieHeader, newAddress, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo, emailTo, ledOnWith, linkTo } from '#test/support/emails.ts'
import { sharedServer, type TestAnswer, type TestRequest, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const made = await testServer({ settings })
  opened.push(made)
  return made
}

function send(email: string, at = server, callbackURL?: string): Promise<TestAnswer> {
  const body = { email, ...(callbackURL !== undefined && { callbackURL }) }
  return at.request('POST', '/api/auth/send-verification-email', { body })
}

/** Asks for a link to the person's address and gives it, without its callbackURL unless told. */
async function linkOf({ email }: Pick<TestUser, 'email'>, at = server): Promise<string> {
  expect((await send(email, at)).json).toEqual({ status: true })
  return (await linkTo(at, email, 'verification')).replace(/&callbackURL=.*$/, '')
}

async function isProven({ id }: TestUser): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_email_verified').where('id', '=', id).executeTakeFirstOrThrow()
  return row.is_email_verified
}

const told = (answer: TestAnswer) => [answer.status, answer.json.message]

describe('asking for a link', () => {
  test('mails it, also where the address is proven', async () => {
    const person = await aUser(server)
    await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', person.id).execute()
    expect((await send(person.email.toUpperCase())).json).toEqual({ status: true })
    const letter = await emailTo(server, person.email)
    expect([letter.subject, letter.headers['X-Guildhall-Template']]).toEqual(['Confirm your e-mail address', 'verification'])
    expect(letter.text).toContain('http://localhost:3000/api/auth/verify-email?token=')
  })

  test.each([
    [undefined, '/'],
    ['', '/'],
    ['/welcome?from=mail&x=1', '/welcome?from=mail&x=1'],
  ])('with callbackURL %j the link leads to %s', async (callbackURL, target) => {
    const { email } = await aUser(server)
    await send(email, server, callbackURL)
    expect((await linkTo(server, email)).endsWith(`&callbackURL=${encodeURIComponent(target)}`)).toBe(true)
  })

  test('for an address that nobody has is told, and mails nothing', async () => {
    const email = newAddress()
    const answer = await send(email)
    expect([answer.status, answer.json]).toEqual([400, { code: 'USER_NOT_FOUND', message: 'User not found' }])
    expect(await emailsTo(server, email)).toEqual([])
  })

  test.each([[{}], [{ email: 'ann' }], [{ email: null }]])('with %j is refused', async (body) => {
    const answer = await server.request('POST', '/api/auth/send-verification-email', { body })
    expect([answer.status, answer.json.code, answer.json.errors[0].path]).toEqual([400, 'VALIDATION_ERROR', 'email'])
  })

  test('with a callbackURL that leads away, or where it is switched off, is refused', async () => {
    expect(told(await send(newAddress(), server, '//evil.test'))).toEqual([403, 'Invalid callbackURL'])
    const closed = await serverWith({ VERIFICATION_EMAIL_DISABLED: 'true' })
    expect(told(await send(newAddress(), closed))).toEqual([400, "Verification email isn't enabled"])
  })

  test('is limited for one network and for one address, known or not', async () => {
    const limited = await serverWith({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' })
    const ask = (email: string, network: string) =>
      limited.request('POST', '/api/auth/send-verification-email', { body: { email }, headers: { 'x-forwarded-for': network } })
    for (const email of [(await aUser(server)).email, newAddress()]) {
      const statuses = []
      for (let turn = 0; turn < 11; turn += 1) statuses.push((await ask(email, `198.51.${turn}.${email.length}`)).status)
      expect([new Set(statuses.slice(0, 10)).size, statuses[10]]).toEqual([1, 429])
      limited.clock.advance(3601)
    }
    const statuses = []
    for (let turn = 0; turn < 11; turn += 1) statuses.push((await ask(newAddress(), '198.18.5.5')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('opening a link', () => {
  test('proves the address; opened again it answers the same and changes nothing', async () => {
    const person = await aUser(server)
    const link = await linkOf(person)
    expect(await isProven(person)).toBe(false)
    const first = await server.request('GET', link)
    expect([first.status, first.text, first.cookies.size]).toEqual([200, '{"status":true,"user":null}', 0])
    expect(await isProven(person)).toBe(true)
    await db.updateTable('users').set({ is_email_verified: false }).where('id', '=', person.id).execute()
    const again = await server.request('GET', link)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await isProven(person)).toBe(false)
  })

  test('leads on where it says so', async () => {
    const person = await aUser(server)
    const answer = await server.request('GET', `${await linkOf(person)}&callbackURL=%2Fwelcome%3Fa%3D1`)
    expect([answer.status, answer.headers['location']]).toEqual([302, '/welcome?a=1'])
    expect(await isProven(person)).toBe(true)
  })

  test('by HEAD finds nothing and proves nothing', async () => {
    const person = await aUser(server)
    expect((await server.request('HEAD', await linkOf(person))).status).toBe(404)
    expect(await isProven(person)).toBe(false)
  })

  test('of fifty at once changes it once, and all get the same answer', async () => {
    const person = await aUser(server)
    const link = await linkOf(person)
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.request('GET', link)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"status":true,"user":null}']))
    const entries = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('user_id', '=', person.id)
      .where('action', '=', 'user.email_verified')
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('shows the session what is proven at once', async () => {
    const person = await aUser(server)
    const link = await linkOf(person)
    expect((await person.request('GET', '/api/auth/get-session')).json.user.emailVerified).toBe(false)
    await server.request('GET', link)
    expect((await person.request('GET', '/api/auth/get-session')).json.user.emailVerified).toBe(true)
  })
})

describe('a link is nothing', () => {
  const faults = async (link: string, at = server) => {
    const plain = await at.request('GET', link)
    const led = await at.request('GET', `${link}&callbackURL=/verify-email`)
    const further = await at.request('GET', `${link}&callbackURL=%2Fverify-email%3Fa%3D1`)
    expect([led.status, further.status]).toEqual([302, 302])
    const error = ledOnWith(led, 'error')
    expect(further.headers['location']).toBe(`/verify-email?a=1&error=${error}`)
    expect([plain.status, plain.json]).toEqual([401, { code: String(error).toUpperCase(), message: error }])
    return error
  }

  test('once it is over', async () => {
    const brief = await serverWith({ VERIFICATION_TOKEN_EXPIRES_IN: '60' })
    const person = await aUser(brief)
    const link = await linkOf(person, brief)
    brief.clock.advance(59)
    expect((await brief.request('GET', link)).status).toBe(200)
    brief.clock.advance(1)
    expect(await faults(link, brief)).toBe('token_expired')
  })

  test.each([
    ['without a token that is one', 'x'],
    ['with a token that somebody made', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFAYi50ZXN0In0.'],
  ])('%s', async (_, token) => {
    expect(await faults(`/api/auth/verify-email?token=${token}`)).toBe('invalid_token')
  })

  test('once a newer one was mailed', async () => {
    const person = await aUser(server)
    const older = await linkOf(person)
    await send(person.email)
    expect(await faults(older)).toBe('invalid_token')
  })

  test('once the password is another', async () => {
    const person = await aUser(server)
    const link = await linkOf(person)
    const body = { currentPassword: PASSWORD, newPassword: 'a quite different phrase' }
    expect((await person.request('POST', '/api/auth/change-password', { body })).status).toBe(200)
    expect(await faults(link)).toBe('invalid_token')
  })

  test('once the address is another, for whom it was and for whoever has the address then', async () => {
    const person = await aUser(server)
    const link = await linkOf(person)
    expect((await person.request('POST', '/api/auth/change-email', { body: { newEmail: newAddress() } })).status).toBe(200)
    expect(await faults(link)).toBe('user_not_found')
    await aUser(server, { email: person.email })
    expect(await faults(link)).toBe('invalid_token')
  })

  test('where it leads away, or brings no token', async () => {
    const away = await server.request('GET', '/api/auth/verify-email?token=x&callbackURL=https://localhost:3000@evil.test')
    expect(told(away)).toEqual([403, 'Invalid callbackURL'])
    expect(told(await server.request('GET', '/api/auth/verify-email'))).toEqual([400, 'Invalid query parameters'])
  })
})

describe('with AUTO_SIGN_IN_AFTER_VERIFICATION', () => {
  test('the first opening signs in, and no other', async () => {
    const at = await serverWith({ AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' })
    const person = await aUser(at)
    const link = await linkOf(person, at)
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.request('GET', link)))
    const begun = answers.filter(({ cookies }) => cookies.size > 0)
    expect([answers.every(({ status }) => status === 200), begun.length]).toEqual([true, 1])
    const [first] = begun
    const session = first && (await at.request('GET', '/api/auth/get-session', { headers: { cookie: cookieHeader(first) } }))
    expect(session?.json.user).toMatchObject({ id: person.id, emailVerified: true })
  })

  test('whoever is signed in as this person keeps their session and gets its cookie again', async () => {
    const at = await serverWith({ AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' })
    const person = await aUser(at)
    const answer = await person.request('GET', `${await linkOf(person, at)}&callbackURL=/welcome`)
    expect([answer.status, answer.cookies.has('better-auth.session_token')]).toEqual([302, true])
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('somebody who is banned proves the address and is not signed in', async () => {
    const at = await serverWith({ AUTO_SIGN_IN_AFTER_VERIFICATION: 'true' })
    const person = await aUser(at)
    await db.updateTable('users').set({ is_banned: true }).where('id', '=', person.id).execute()
    const answer = await at.request('GET', await linkOf(person, at))
    expect([answer.status, answer.cookies.size, await isProven(person)]).toEqual([200, 0, true])
  })
})

test('in production the bootstrap address makes an administrator once it is proven, and not before', async () => {
  const boss = newAddress()
  const at = await testServer({
    database: await ownDatabase(),
    settings: {
      NODE_ENV: 'production',
      BASE_URL: 'https://guildhall.test',
      AUTH_SECRET: 'qJ7vLw2nXc9RtZ4mBk8sHf3dPy6gTa5u',
      SMTP_URL: 'smtp://127.0.0.1:9',
      BOOTSTRAP_ADMIN_EMAIL: boss,
    },
  })
  opened.push(at)
  const person = await aUser(at, { email: boss })
  const roleOf = async () => {
    const users = at.platform.database.db.selectFrom('users').select('role').where('id', '=', person.id)
    return (await users.executeTakeFirstOrThrow()).role
  }
  expect(await roleOf()).toBe('user')
  let given = ''
  // No letter leaves: its link is read from the order that waits.
  const open = async (sent: TestRequest) => {
    await at.platform.database.db.deleteFrom('jobs').execute()
    await send(boss, at)
    const job = await at.platform.database.db.selectFrom('jobs').select('payload').executeTakeFirstOrThrow()
    const { values } = JSON.parse(at.platform.secrets.open('letter', (job.payload as { sealed: string }).sealed))
    const { pathname, search } = new URL(values.url)
    const answer = await at.request('GET', pathname + search, sent)
    expect(answer.headers['location']).toBe('/')
    given = cookieHeader(answer)
    return roleOf()
  }
  const { cookie } = person
  expect(await open({ from: '192.0.2.7' })).toBe('user')
  expect(await open({ from: '192.0.2.7', headers: { cookie } })).toBe('admin')
  // Whoever held a session from before holds none of an administrator; this browser was given another.
  const sessions = at.platform.database.db.selectFrom('sessions').select('user_agent').where('user_id', '=', person.id)
  expect(await sessions.execute()).toHaveLength(1)
  expect((await at.request('GET', '/api/auth/get-session', { headers: { cookie } })).text).toBe('null')
  expect((await at.request('GET', '/api/auth/get-session', { headers: { cookie: given } })).json.user.role).toBe('admin')
  await at.platform.database.db.updateTable('users').set({ role: 'user' }).where('id', '=', person.id).execute()
  expect(await open({ from: '127.0.0.1' })).toBe('admin')
})
