// A real server that logs all it can, and a whole life of accounts and invitations: no secret that a browser or a letter held stands readable
// in its log or in any table.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { Jar, publishedClient } from '#test/support/published-client.ts'

const AUTH_SECRET = 'a secret of this test that is long enough to be one'
const SERVICE_TOKEN = 'a-service-token-of-this-test'
const NOTHING = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'guildhall-secrets-'))
/** Each secret by what it is. */
const secrets = new Map<string, string>()
let log = ''
let rows = ''
/** What everybody but the invited person is answered about an invitation. */
let toOthers = ''

const SECRET_OF_INVITATION = 'the secret of an invitation'

interface Line {
  readonly id: string
  readonly to: string
  readonly subject: string
}

function note(what: string, ...values: readonly (string | null | undefined)[]): void {
  for (const value of values) if (value) secrets.set(value, what)
}

/** A browser whose cookies are all noted. */
function browser(address: string) {
  const jar = new Jar(address)
  const client = publishedClient(address, jar)
  const noted = () => {
    for (const [name, value] of jar.cookies)
      note(`the cookie ${name}`, value, decodeURIComponent(value).split('.').at(-1), decodeURIComponent(value).split('.')[0])
    // Neither a mark nor the name of nothing is a secret.
    secrets.delete('true')
  }
  return { jar, client, noted }
}

/** The tokens of the links in all letters to an address, once there are so many. */
async function mailed(address: string, to: string, many: number): Promise<string[]> {
  const ask = async <T>(path: string): Promise<T> => (await fetch(`${address}/dev/mail/messages${path}`)).json() as Promise<T>
  const lines = await vi.waitFor(
    async () => {
      const { items } = await ask<{ readonly items: readonly Line[] }>('')
      const own = items.filter((each) => each.to === to)
      if (own.length < many) throw new Error(`Only ${own.length} of ${many} letters came: ${own.map(({ subject }) => subject)}.`)
      return own
    },
    { timeout: 10_000 },
  )
  const letters = await Promise.all(lines.map(({ id }) => ask<{ readonly text: string }>(`/${id}`)))
  const tokens = letters.flatMap(({ text }) => [...(/(?:token=|reset-password\/)([\w.-]{20,})/.exec(text)?.slice(1) ?? [])])
  note('the token of a mailed link', ...tokens)
  return tokens
}

async function liveALife(address: string): Promise<void> {
  const email = newAddress()
  const newEmail = newAddress()
  const [one, two] = [browser(address), browser(address)]
  const passwords = [PASSWORD, 'the second password here', 'the third password here', 'a wrong password here']
  note('a password', ...passwords)
  const [first = '', second = '', third = '', wrong = ''] = passwords
  const begun = [await one.client.signUp.email({ name: 'Ada Byron', email, password: first, username: `a${email.slice(0, 9)}` })]
  one.noted()
  await two.client.signIn.email({ email, password: wrong })
  begun.push(await two.client.signIn.email({ email, password: first, rememberMe: false }))
  two.noted()
  for (const { data } of begun) note('the token of a session', data.token)
  const held = ((await one.client.listSessions()).data as { token: string }[]).map(({ token }) => token)
  expect(held).toHaveLength(2)
  await one.client.sendVerificationEmail({ email })
  const [proof] = await mailed(address, email, 2)
  await one.client.verifyEmail({ query: { token: proof ?? '' } })
  await one.client.changePassword({ currentPassword: first, newPassword: second, revokeOtherSessions: true })
  one.noted()
  await one.client.changeEmail({ newEmail })
  await two.client.forgetPassword({ email, redirectTo: '/new' })
  const tokens = await mailed(address, email, 5)
  const reset = tokens.find((token) => token.length === 24)
  expect((await two.client.resetPassword({ newPassword: third, token: reset })).error).toBeNull()
  note('the token of a session', (await two.client.signIn.email({ email, password: third })).data.token)
  two.noted()
  await two.client.updateUser({ name: 'Ada Lovelace' })
  await two.client.deleteUser()
  await mailed(address, email, 7)
  for (const path of [
    '/api/auth/reset-password/unknown-token-of-a-link?callbackURL=/new',
    '/api/auth/verify-email?token=unknown-token-of-a-link',
  ]) {
    await fetch(address + path, { redirect: 'manual', headers: { 'user-agent': 'Agent {"level":"error","msg":"forged"}' } })
  }
  note('a token in an address', 'unknown-token-of-a-link')
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' }
  await fetch(`${address}/api/auth/set-password`, { method: 'POST', headers, body: JSON.stringify({ newPassword: third }) })
  note('a secret of the operator', SERVICE_TOKEN, AUTH_SECRET)
}

/** The secret of the newest invitation that was mailed to an address, once there are so many. */
async function invitedBy(address: string, to: string, many: number): Promise<string> {
  await mailed(address, to, many)
  const { items } = (await (await fetch(`${address}/dev/mail/messages`)).json()) as { readonly items: readonly Line[] }
  const letter = await fetch(`${address}/dev/mail/messages/${items.find((each) => each.to === to)?.id}`)
  const [, secret = ''] = /\/invitations\/[\w-]+\?secret=(\w+)/.exec(((await letter.json()) as { readonly text: string }).text) ?? []
  note(SECRET_OF_INVITATION, secret)
  return secret
}

/** Somebody invites another twice, who looks at the link, tries a wrong one, and comes in by it. */
async function invite(address: string): Promise<void> {
  const [owner, guest] = [browser(address), browser(address)]
  const email = newAddress()
  await owner.client.signUp.email({ name: 'Ada Byron', email: newAddress(), password: PASSWORD })
  const { organization } = owner.client
  const { data: shop } = await organization.create({ name: 'Byron', slug: newSlug() })
  const answers: unknown[] = [await organization.inviteMember({ email, role: 'member' })]
  const first = await invitedBy(address, email, 1)
  const again = await organization.inviteMember({ email, role: 'member', resend: true })
  const { id } = again.data
  const second = await invitedBy(address, email, 2)
  expect([first, second].map((secret) => secret.length > 20)).toEqual([true, true])
  expect(first).not.toBe(second)
  await guest.client.signUp.email({ name: 'Bea', email, password: PASSWORD })
  for (const secret of [first, second]) {
    await fetch(`${address}/api/auth/organization/preview-invitation?id=${id}&secret=${secret}`)
    await fetch(`${address}/invitations/${id}?secret=${secret}`)
    await guest.client.organization.getInvitation({ query: { id, secret } })
  }
  const accepted = await guest.client.organization.acceptInvitation({ invitationId: id, secret: second })
  expect(accepted.error).toBeNull()
  answers.push(again, await organization.listInvitations(), await organization.getFullOrganization(), await organization.list())
  for (const call of ['list-audit-entries', 'export-audit-entries', `get-invitation-link?id=${id}`])
    answers.push(await (await owner.jar.fetch(`${address}/api/auth/organization/${call}`)).text())
  toOthers = JSON.stringify([shop, ...answers])
  expect(toOthers).toContain(id)
  for (const each of [owner, guest]) each.noted()
}

beforeAll(async () => {
  const port = String(await freePort())
  const BASE_URL = `http://localhost:${port}`
  const settings = { LOG_LEVEL: 'debug', AUTH_SECRET, SERVICE_TOKEN, RATE_LIMIT_ENABLED: 'false', DELETE_USER_VERIFICATION: 'true' }
  const house = await startGuildhall({ DATA_DIR: folder, PORT: port, BASE_URL, ...settings })
  try {
    await liveALife(BASE_URL)
    await invite(BASE_URL)
  } finally {
    const { out, err } = await house.end('SIGTERM')
    log = out + err
  }
  const database = await openDatabase({ directory: join(folder, 'database') }, NOTHING)
  // The development inbox is the reader's own mailbox: where mail is sent there is none.
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

test('the life was lived, logged and kept', () => {
  const kinds = new Set(secrets.values())
  expect([...kinds].sort()).toEqual([
    'a password',
    'a secret of the operator',
    'a token in an address',
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
  ['what others are answered', () => toOthers],
] as const)('none of those secrets stands in %s', (_, text) => {
  const found = [...secrets].filter(([secret]) => text().includes(secret)).map(([, what]) => what)
  expect(found).toEqual([])
})

test('each line of the log is one whole line of its own', () => {
  const lines = log.split('\n').filter((line) => line.includes('auth:verify-email'))
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  expect(log).not.toMatch(/^\{"level":"error","msg":"forged"/m)
})
