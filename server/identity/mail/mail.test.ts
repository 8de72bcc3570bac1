import { afterAll, expect, test } from 'vitest'
import { createSecrets } from '#platform/crypto/sealing.ts'
import { INBOX_MAX, listInbox } from '#platform/mail/inbox.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { listDeadJobs } from '#platform/worker/store.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { testServer } from '#test/support/server.ts'
import { type EmailSpec, queueEmail } from './index.ts'
import { sendEmailJob } from './jobs.ts'

const server = await testServer({ database: await ownDatabase() })
const { platform, clock } = server
const { database } = platform
afterAll(() => server.close())

const SECRET_LINK = 'http://localhost:3000/api/auth/reset-password/secretSecretSecretSecret'

function queue(spec: Partial<EmailSpec<'resetPassword'>> & { to: string }): Promise<void> {
  const values = { url: SECRET_LINK, lifeSeconds: 3600 }
  return database.transaction((tx) => queueEmail(tx, platform, { email: 'resetPassword', language: 'en', values, ...spec }))
}

test('a queued email is sealed, and is composed when it is sent', async () => {
  const to = uniqueEmail()
  await queue({ to })
  const jobs = JSON.stringify(await database.db.selectFrom('jobs').select(['payload', 'key']).execute())
  expect([jobs.includes(to), jobs.includes('secretSecret')]).toEqual([false, false])
  const email = await emailTo(server, to)
  expect(email.text).toContain(SECRET_LINK)
  expect(email.text).toContain('The link expires in 1 hour and works once.')
})

test('two jobs with one key send one email, and its message id is derived from the key', async () => {
  const to = uniqueEmail()
  await queue({ to, key: `test-${to}` })
  await queue({ to, key: `test-${to}` })
  const emails = await emailsTo(server, to)
  expect(emails.map(({ messageId }) => messageId)).toEqual([`<letter-test-${to.replace('@', '-')}@localhost>`])
})

test('an email whose link has expired is not sent', async () => {
  const to = uniqueEmail()
  await queue({ to, until: new Date(clock.now().getTime() + 1000) })
  clock.advance(1)
  expect(await emailsTo(server, to)).toEqual([])
})

test('an email that an older version queued is sent', async () => {
  const to = uniqueEmail()
  const values = { url: SECRET_LINK, lifeSeconds: 3600, language: 'en', address: to, site: 'http://localhost:3000' }
  const sealed = platform.secrets.seal('letter', JSON.stringify({ email: 'resetPassword', to, values, until: null }))
  await database.transaction((tx) => enqueue(tx, platform, sendEmailJob, { sealed }))
  expect((await emailTo(server, to)).text).toContain(SECRET_LINK)
})

test('a dead email job contains no readable secret', async () => {
  const to = uniqueEmail()
  const foreignSecrets = createSecrets('a secret that this server has never known')
  await database.transaction((tx) => {
    const values = { url: SECRET_LINK, lifeSeconds: 3600 }
    return queueEmail(tx, { ...platform, secrets: foreignSecrets }, { email: 'resetPassword', to, language: 'en', values })
  })
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await server.drain()
    clock.advance(12 * 3600)
  }
  const [dead] = await listDeadJobs(database.db, { limit: 1, offset: 0 })
  expect(dead).toMatchObject({ kind: 'mail:send', lastError: expect.stringContaining('a secret that is not known') })
  const stored = JSON.stringify(dead)
  expect([stored.includes('secretSecret'), stored.includes(to)]).toEqual([false, false])
  expect((await listInbox(database.db)).length).toBeLessThan(INBOX_MAX)
})
