import nodemailer from 'nodemailer'
import type { OpenDatabase } from '../database/database.ts'
import { keepInInbox } from './inbox.ts'
import type { EmailMessage, Mailer } from './mailer.ts'

const CONNECT_MS = 10_000
const TALK_MS = 30_000
const CONNECTIONS = 3
const ADDRESS = /^[^\s<>,;:"\\()[\]]+@[^\s<>,;:"\\()[\]]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a header
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]+/g

/** What mail is made of. */
export interface MailDeps {
  readonly settings: { readonly SMTP_URL: string | undefined; readonly MAIL_FROM: string; readonly BASE_URL: string }
  readonly database: Pick<OpenDatabase, 'transaction'>
}

/** A mailer that can be ended. */
export interface RunningMailer extends Mailer {
  /** Whether the mail server answers; rejects with what it said. Always true of the development inbox. */
  check(): Promise<void>
  close(): void
}

/** Hands letters to the server of SMTP_URL, or without one to the development inbox. */
export function createMailer(parts: MailDeps): RunningMailer {
  return parts.settings.SMTP_URL ? smtpMailer(parts.settings.SMTP_URL, parts) : inboxMailer(parts)
}

/** A letter as it goes out: addresses and headers checked. */
export interface Envelope {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly messageId: string
  readonly date: Date
  readonly headers: Readonly<Record<string, string>>
}

/** The headers of `letter`; throws when its address could be read as several, or as a header. */
export function envelopeOf(
  letter: EmailMessage,
  from: { readonly address: string; readonly baseUrl: string },
  sent: { id: string; now: Date },
): Envelope {
  if (!ADDRESS.test(letter.to) || letter.to.search(CONTROL) >= 0) throw new Error('A letter has no usable address.')
  const domain = URL.parse(from.baseUrl)?.hostname ?? 'localhost'
  return {
    from: from.address.replace(CONTROL, ' '),
    to: letter.to,
    subject: letter.subject.replace(CONTROL, ' ').trim(),
    messageId: `<${sent.id.replace(/[^\w.-]/g, '-')}@${domain}>`,
    date: sent.now,
    headers: { 'X-Guildhall-Template': letter.template.replace(CONTROL, ' '), 'Auto-Submitted': 'auto-generated' },
  }
}

function smtpMailer(url: string, parts: MailDeps): RunningMailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: TALK_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const server = URL.parse(url)
  return {
    destination: `Mail is sent through ${server?.host ?? 'the mail server'}.`,
    send: async (letter, messageId, now) => {
      const { to, ...envelope } = envelopeOf(letter, fromOf(parts), { id: messageId, now })
      // An object, not a text: a text would be read as a list of addresses.
      await transport.sendMail({ ...envelope, to: { name: '', address: to }, html: letter.html, text: letter.text })
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

function inboxMailer(parts: MailDeps): RunningMailer {
  return {
    destination: `Mail is kept in the development inbox: ${parts.settings.BASE_URL}/dev/mail`,
    send: async (letter, messageId, now) => {
      const envelope = envelopeOf(letter, fromOf(parts), { id: messageId, now })
      await parts.database.transaction((tx) => keepInInbox(tx, { ...envelope, html: letter.html, text: letter.text }))
    },
    check: async () => undefined,
    close: () => undefined,
  }
}

function fromOf({ settings }: MailDeps): { address: string; baseUrl: string } {
  return { address: settings.MAIL_FROM, baseUrl: settings.BASE_URL }
}
