import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDatabase, testDatabase } from '#test/support/database.ts'
import { findInboxMessage, INBOX_MAX, INBOX_STORED_MAX, listInbox } from './inbox.ts'
import { createMailer, envelopeOf } from './mailbox.ts'
import type { EmailMessage } from './mailer.ts'

const NOW = new Date('2026-03-01T10:00:00.000Z')
const SETTINGS = { SMTP_URL: undefined, MAIL_FROM: 'Guildhall <mail@guildhall.test>', BASE_URL: 'https://guildhall.test' }
const anEmail = (changed: Partial<EmailMessage> = {}): EmailMessage => ({
  to: 'ada@example.com',
  subject: 'Welcome',
  html: '<p>Hello</p>',
  text: 'Hello',
  template: 'welcome',
  ...changed,
})

const received: { from: string; to: string[]; raw: string }[] = []
let refusal: string | undefined
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onRcptTo: (_address, _session, done) => done(refusal === undefined ? undefined : new Error(refusal)),
  onData: (stream, { envelope }, done) => {
    void text(stream).then((raw) => {
      received.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to: envelope.rcptTo.map(({ address }) => address), raw })
      done()
    })
  },
})
let url: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

test('without a mail server an email is stored in the development inbox, once even if it is sent twice', async () => {
  const database = await testDatabase()
  const mailer = createMailer({ settings: SETTINGS, database })
  expect(mailer.destination).toBe('Mail is kept in the development inbox: https://guildhall.test/dev/mail')
  const [id, to] = [randomUUID(), `${randomUUID()}@example.com`]
  await mailer.send(anEmail({ to }), id, NOW)
  await mailer.send(anEmail({ to }), id, NOW)
  const lines = (await listInbox(database.db)).filter((line) => line.recipient === to)
  expect(lines).toMatchObject([{ sender: SETTINGS.MAIL_FROM, subject: 'Welcome', sentAt: NOW }])
  expect(await findInboxMessage(database.db, lines[0]?.id ?? '')).toMatchObject({
    messageId: `<${id}@guildhall.test>`,
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: { From: SETTINGS.MAIL_FROM, To: to, 'X-Guildhall-Template': 'welcome', 'Auto-Submitted': 'auto-generated' },
  })
})

test('the development inbox stores a bounded number of emails and lists the newest', async () => {
  const database = await ownDatabase()
  await sql`
    insert into inbox_messages (id, message_id, sender, recipient, subject, html, text, headers, sent_at)
    select gen_random_uuid(), n::text, '', '', 'number ' || n, '', '', '{}', ${NOW}
    from generate_series(1, ${INBOX_STORED_MAX}::int) as n`.execute(database.db)
  const storedSubjects = async () =>
    (await database.db.selectFrom('inbox_messages').select('subject').orderBy('position', 'desc').execute()).map(({ subject }) => subject)
  expect((await storedSubjects()).at(-1)).toBe('number 1')
  await createMailer({ settings: SETTINGS, database }).send(anEmail({ subject: 'the newest' }), randomUUID(), NOW)
  const now = await storedSubjects()
  expect([now.length, now[0], now.at(-1)]).toEqual([INBOX_STORED_MAX, 'the newest', 'number 2'])
  expect((await listInbox(database.db)).map(({ subject }) => subject)).toEqual(now.slice(0, INBOX_MAX))
  await database.close()
})

test('the mail server gets the email with its headers, and send rejects if the server refuses it', async () => {
  const mailer = createMailer({ settings: { ...SETTINGS, SMTP_URL: url }, database: await testDatabase() })
  await mailer.check()
  await mailer.send(anEmail({ subject: 'Grüße' }), 'm-1', NOW)
  const { from, to, raw = '' } = received.at(-1) ?? { from: '', to: [] }
  expect([from, to]).toEqual(['mail@guildhall.test', ['ada@example.com']])
  for (const line of ['From: Guildhall <mail@guildhall.test>', 'Message-ID: <m-1@guildhall.test>', 'X-Guildhall-Template: welcome'])
    expect(raw).toContain(line)
  expect(raw).toContain('Date: Sun, 01 Mar 2026 10:00:00 +0000')
  expect(raw).not.toMatch(/^List-/m)
  refusal = 'no such person'
  await expect(mailer.send(anEmail(), 'm-2', NOW)).rejects.toThrow('no such person')
  refusal = undefined
  mailer.close()
})

test('the destination does not contain the password of the mail server', async () => {
  const settings = { ...SETTINGS, SMTP_URL: 'smtp://user:geheim@mail.test:587' }
  expect(createMailer({ settings, database: await testDatabase() }).destination).toBe('Mail is sent through mail.test:587.')
})

const from = { sender: SETTINGS.MAIL_FROM, baseUrl: SETTINGS.BASE_URL }

test.for(['a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'Ada <a@b.test>', 'a b@c.test', 'nobody', '', 'a@b.test;c@d.test'])(
  'an email to %j is not sent, because the recipient is not exactly one valid email',
  (to) => {
    expect(() => envelopeOf(anEmail({ to }), from, { id: 'x', now: NOW })).toThrow('The recipient is not a valid email.')
  },
)

test('line breaks in a subject, a template or an id do not start a new header', () => {
  const envelope = envelopeOf(anEmail({ subject: 'Hi\r\nBcc: c@d.test', template: 'a\nb' }), from, { id: 'x\r\ny', now: NOW })
  expect(JSON.stringify(envelope)).not.toMatch(/\\r|\\n/)
  expect(envelope.subject).toBe('Hi Bcc: c@d.test')
})
