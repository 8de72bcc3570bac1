import { afterAll, expect, test } from 'vitest'
import { createSecrets } from '#platform/crypto/sealing.ts'
import { INBOX_MAX, listInbox } from '#platform/mail/inbox.ts'
import { listDeadJobs } from '#platform/worker/store.ts'
import { newAddress } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'
import { type EmailSpec, queueEmail } from './index.ts'

const server = await testServer({ database: await ownDatabase() })
const { platform, clock } = server
const { database } = platform
afterAll(() => server.close())

const SECRET_LINK = 'http://localhost:3000/api/auth/reset-password/secretSecretSecretSecret'

function write(order: Partial<EmailSpec<'resetPassword'>> & { to: string }): Promise<void> {
  const values = { url: SECRET_LINK, lifeSeconds: 3600 }
  return database.transaction((tx) => queueEmail(tx, platform, { email: 'resetPassword', values, now: clock.now(), ...order }))
}

test('a letter waits sealed, and is composed when it is sent', async () => {
  const to = newAddress()
  await write({ to })
  const jobs = JSON.stringify(await database.db.selectFrom('jobs').select(['payload', 'key']).execute())
  expect([jobs.includes(to), jobs.includes('secretSecret')]).toEqual([false, false])
  const letter = await emailTo(server, to)
  expect(letter.text).toContain(SECRET_LINK)
  expect(letter.text).toContain('The link works once, for 1 hour.')
})

test('two orders with one key are one letter, whose id follows from the key', async () => {
  const to = newAddress()
  await write({ to, key: `test-${to}` })
  await write({ to, key: `test-${to}` })
  const letters = await emailsTo(server, to)
  expect(letters.map(({ messageId }) => messageId)).toEqual([`<letter-test-${to.replace('@', '-')}@localhost>`])
})

test('a letter whose link has died meanwhile is not sent', async () => {
  const to = newAddress()
  await write({ to, until: new Date(clock.now().getTime() + 1000) })
  clock.advance(1)
  expect(await emailsTo(server, to)).toEqual([])
})

test('a letter that could never be sent leaves no readable secret behind', async () => {
  const to = newAddress()
  const stranger = createSecrets('a secret that this server has never known')
  await database.transaction((tx) => {
    const values = { url: SECRET_LINK, lifeSeconds: 3600 }
    return queueEmail(tx, { ...platform, secrets: stranger }, { email: 'resetPassword', to, values, now: clock.now() })
  })
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await server.drain()
    clock.advance(12 * 3600)
  }
  const [dead] = await listDeadJobs(database.db, { limit: 1, offset: 0 })
  expect(dead).toMatchObject({ kind: 'letters:send', lastError: expect.stringContaining('a secret that is not known') })
  const kept = JSON.stringify(dead)
  expect([kept.includes('secretSecret'), kept.includes(to)]).toEqual([false, false])
  expect((await listInbox(database.db)).length).toBeLessThan(INBOX_MAX)
})
