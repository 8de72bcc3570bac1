// A real server with debug logs, and a complete life of accounts and invitations: neither the log nor any table contains a secret of
// a browser or an email in plain text.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { CookieJar, publishedClient } from '#test/support/published-client.ts'

const AUTH_SECRET = 'a secret of this test that is long enough to be one'
const SERVICE_TOKEN = 'a-service-token-of-this-test'
const NO_WATCHES = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'guildhall-secrets-'))
/** The kind of each secret. */
const secrets = new Map<string, string>()
let log = ''
let rows = ''
/** All answers about an invitation to callers other than its recipient. */
let toOthers = ''

const SECRET_OF_INVITATION = 'the secret of an invitation'

interface InboxEntry {
  readonly id: string
  readonly to: string
  readonly subject: string
}

function recordSecret(kind: string, ...values: readonly (string | null | undefined)[]): void {
  for (const value of values) if (value) secrets.set(value, kind)
}

/** A browser whose cookies are recorded as secrets. */
function browser(baseUrl: string) {
  const jar = new CookieJar(baseUrl)
  const client = publishedClient(baseUrl, jar)
  const recordCookies = () => {
    for (const [name, value] of jar.cookies)
      recordSecret(`the cookie ${name}`, value, decodeURIComponent(value).split('.').at(-1), decodeURIComponent(value).split('.')[0])
    // The value of the dont_remember cookie is no secret.
    secrets.delete('true')
  }
  return { jar, client, recordCookies }
}

/** Waits for `count` emails to an email address; returns the tokens of their links. */
async function mailedTokens(baseUrl: string, to: string, count: number): Promise<string[]> {
  const readInbox = async <T>(path: string): Promise<T> => (await fetch(`${baseUrl}/dev/mail/messages${path}`)).json() as Promise<T>
  const entries = await vi.waitFor(
    async () => {
      const { items } = await readInbox<{ readonly items: readonly InboxEntry[] }>('')
      const own = items.filter((each) => each.to === to)
      if (own.length < count) throw new Error(`Only ${own.length} of ${count} emails arrived: ${own.map(({ subject }) => subject)}.`)
      return own
    },
    { timeout: 10_000 },
  )
  const emails = await Promise.all(entries.map(({ id }) => readInbox<{ readonly text: string }>(`/${id}`)))
  const tokens = emails.flatMap(({ text }) => [...(/(?:token=|reset-password\/)([\w.-]{20,})/.exec(text)?.slice(1) ?? [])])
  recordSecret('the token of a mailed link', ...tokens)
  return tokens
}

async function runAccountScenario(baseUrl: string): Promise<void> {
  const email = uniqueEmail()
  const newEmail = uniqueEmail()
  const [one, two] = [browser(baseUrl), browser(baseUrl)]
  const passwords = [PASSWORD, 'the second password here', 'the third password here', 'a wrong password here']
  recordSecret('a password', ...passwords)
  const [first = '', second = '', third = '', wrong = ''] = passwords
  const signIns = [await one.client.signUp.email({ name: 'Ada Byron', email, password: first, username: `a${email.slice(0, 9)}` })]
  one.recordCookies()
  await two.client.signIn.email({ email, password: wrong })
  signIns.push(await two.client.signIn.email({ email, password: first, rememberMe: false }))
  two.recordCookies()
  for (const { data } of signIns) recordSecret('the token of a session', data.token)
  const sessionTokens = ((await one.client.listSessions()).data as { token: string }[]).map(({ token }) => token)
  expect(sessionTokens).toHaveLength(2)
  await one.client.sendVerificationEmail({ email })
  const [verificationToken] = await mailedTokens(baseUrl, email, 2)
  await one.client.verifyEmail({ query: { token: verificationToken ?? '' } })
  await one.client.changePassword({ currentPassword: first, newPassword: second, revokeOtherSessions: true })
  one.recordCookies()
  await one.client.changeEmail({ newEmail })
  await two.client.forgetPassword({ email, redirectTo: '/new' })
  const tokens = await mailedTokens(baseUrl, email, 5)
  const reset = tokens.find((token) => token.length === 24)
  expect((await two.client.resetPassword({ newPassword: third, token: reset })).error).toBeNull()
  recordSecret('the token of a session', (await two.client.signIn.email({ email, password: third })).data.token)
  two.recordCookies()
  await two.client.updateUser({ name: 'Ada Lovelace' })
  await two.client.deleteUser()
  await mailedTokens(baseUrl, email, 7)
  for (const path of [
    '/api/auth/reset-password/unknown-token-of-a-link?callbackURL=/new',
    '/api/auth/verify-email?token=unknown-token-of-a-link',
  ]) {
    await fetch(baseUrl + path, { redirect: 'manual', headers: { 'user-agent': 'Agent {"level":"error","msg":"forged"}' } })
  }
  recordSecret('a token in a URL', 'unknown-token-of-a-link')
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' }
  await fetch(`${baseUrl}/api/auth/set-password`, { method: 'POST', headers, body: JSON.stringify({ newPassword: third }) })
  recordSecret('a secret of the operator', SERVICE_TOKEN, AUTH_SECRET)
}

/** Waits for `count` emails to an email address; returns the secret of the newest invitation. */
async function mailedInvitationSecret(baseUrl: string, to: string, count: number): Promise<string> {
  await mailedTokens(baseUrl, to, count)
  const { items } = (await (await fetch(`${baseUrl}/dev/mail/messages`)).json()) as { readonly items: readonly InboxEntry[] }
  const mail = await fetch(`${baseUrl}/dev/mail/messages/${items.find((each) => each.to === to)?.id}`)
  const [, secret = ''] = /\/invitations\/[\w-]+\?secret=(\w+)/.exec(((await mail.json()) as { readonly text: string }).text) ?? []
  recordSecret(SECRET_OF_INVITATION, secret)
  return secret
}

/** An owner invites a guest twice; the guest opens both links and accepts with the second one. */
async function runInvitationScenario(baseUrl: string): Promise<void> {
  const [owner, guest] = [browser(baseUrl), browser(baseUrl)]
  const email = uniqueEmail()
  await owner.client.signUp.email({ name: 'Ada Byron', email: uniqueEmail(), password: PASSWORD })
  const { organization } = owner.client
  const { data: created } = await organization.create({ name: 'Byron', slug: newSlug() })
  const answers: unknown[] = [await organization.inviteMember({ email, role: 'member' })]
  const first = await mailedInvitationSecret(baseUrl, email, 1)
  const again = await organization.inviteMember({ email, role: 'member', resend: true })
  const { id } = again.data
  const second = await mailedInvitationSecret(baseUrl, email, 2)
  expect([first, second].map((secret) => secret.length > 20)).toEqual([true, true])
  expect(first).not.toBe(second)
  await guest.client.signUp.email({ name: 'Bea', email, password: PASSWORD })
  for (const secret of [first, second]) {
    await fetch(`${baseUrl}/api/auth/organization/preview-invitation?id=${id}&secret=${secret}`)
    await fetch(`${baseUrl}/invitations/${id}?secret=${secret}`)
    await guest.client.organization.getInvitation({ query: { id, secret } })
  }
  const accepted = await guest.client.organization.acceptInvitation({ invitationId: id, secret: second })
  expect(accepted.error).toBeNull()
  answers.push(again, await organization.listInvitations(), await organization.getFullOrganization(), await organization.list())
  for (const call of ['list-audit-entries', 'export-audit-entries', `get-invitation-link?id=${id}`])
    answers.push(await (await owner.jar.fetch(`${baseUrl}/api/auth/organization/${call}`)).text())
  toOthers = JSON.stringify([created, ...answers])
  expect(toOthers).toContain(id)
  for (const each of [owner, guest]) each.recordCookies()
}

beforeAll(async () => {
  const port = String(await freePort())
  const BASE_URL = `http://localhost:${port}`
  const settings = { LOG_LEVEL: 'debug', AUTH_SECRET, SERVICE_TOKEN, RATE_LIMIT_ENABLED: 'false', DELETE_USER_VERIFICATION: 'true' }
  const server = await startGuildhall({ DATA_DIR: folder, PORT: port, BASE_URL, ...settings })
  try {
    await runAccountScenario(BASE_URL)
    await runInvitationScenario(BASE_URL)
  } finally {
    const { out, err } = await server.stop('SIGTERM')
    log = out + err
  }
  const database = await openDatabase({ directory: join(folder, 'database') }, NO_WATCHES)
  // The development inbox is the mailbox of the recipient; it does not exist where emails are sent.
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'inbox_messages'`.execute(database.db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows: found } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(database.db)
    texts.push(...found.map(({ row }) => row))
  }
  rows = texts.join('\n')
  await database.close()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the scenario created every kind of secret, log line and audit entry', () => {
  const kinds = new Set(secrets.values())
  expect([...kinds].sort()).toEqual([
    'a password',
    'a secret of the operator',
    'a token in a URL',
    'the cookie better-auth.device',
    'the cookie better-auth.dont_remember',
    'the cookie better-auth.session_data',
    'the cookie better-auth.session_token',
    SECRET_OF_INVITATION,
    'the token of a mailed link',
    'the token of a session',
  ])
  for (const route of [
    'auth:sign-in-email',
    'auth:reset-password',
    'auth:verify-email',
    'auth:delete-user',
    'organization:preview-invitation',
  ])
    expect(log).toContain(route)
  for (const action of [
    'user.password_reset',
    'user.password_changed',
    'user.email_verified',
    'user.deletion_asked',
    'invitation.accepted',
  ])
    expect(rows).toContain(action)
})

test.each([
  ['the log', () => log],
  ['any table', () => rows],
  ['any answer to other callers', () => toOthers],
] as const)('no secret of an account or invitation is in %s', (_, text) => {
  const found = [...secrets].filter(([secret]) => text().includes(secret)).map(([, kind]) => kind)
  expect(found).toEqual([])
})

test('every log entry is one line of JSON, whatever the request headers contain', () => {
  const entries = log.split('\n').filter((line) => line.includes('auth:verify-email'))
  expect(entries.length).toBeGreaterThan(0)
  for (const line of entries) expect(() => JSON.parse(line)).not.toThrow()
  expect(log).not.toMatch(/^\{"level":"error","msg":"forged"/m)
})
