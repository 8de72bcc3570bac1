import nodemailer from 'nodemailer'
import { withAsciiDomain } from '#kernel/emails/email.ts'
import type { OpenDatabase } from '../database/database.ts'
import { storeInInbox } from './inbox.ts'
import type { EmailMessage, Mailer } from './mailer.ts'

const CONNECT_MS = 10_000
const SOCKET_MS = 30_000
const CONNECTIONS = 3
const EMAIL = /^[^\s<>,;:"\\()[\]]+@[^\s<>,;:"\\()[\]]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a header
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]+/g

/** The dependencies of a mailer. */
export interface MailDeps {
  readonly settings: { readonly SMTP_URL: string | undefined; readonly MAIL_FROM: string; readonly BASE_URL: string }
  readonly database: Pick<OpenDatabase, 'transaction'>
}

/** A mailer that can be closed. */
export interface RunningMailer extends Mailer {
  /** Resolves if the mail server answers, otherwise rejects with its error. The development inbox always resolves. */
  check(): Promise<void>
  close(): void
}

/** Sends emails through the server of SMTP_URL, or stores them in the development inbox if there is none. */
export function createMailer(deps: MailDeps): RunningMailer {
  return deps.settings.SMTP_URL ? smtpMailer(deps.settings.SMTP_URL, deps) : inboxMailer(deps)
}

/** An email with validated recipient and headers. */
export interface Envelope {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly messageId: string
  readonly date: Date
  readonly headers: Readonly<Record<string, string>>
}

/** The headers of `email`. Throws if the recipient could be read as several, or as a header. */
export function envelopeOf(
  email: EmailMessage,
  from: { readonly sender: string; readonly baseUrl: string },
  sent: { id: string; now: Date },
): Envelope {
  if (!EMAIL.test(email.to) || email.to.search(CONTROL) >= 0) throw new Error('The recipient is not a valid email.')
  const domain = URL.parse(from.baseUrl)?.hostname ?? 'localhost'
  return {
    from: from.sender.replace(CONTROL, ' '),
    to: withAsciiDomain(email.to),
    subject: email.subject.replace(CONTROL, ' ').trim(),
    messageId: `<${sent.id.replace(/[^\w.-]/g, '-')}@${domain}>`,
    date: sent.now,
    headers: { 'X-Guildhall-Template': email.template.replace(CONTROL, ' '), 'Auto-Submitted': 'auto-generated' },
  }
}

function smtpMailer(url: string, deps: MailDeps): RunningMailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const server = URL.parse(url)
  return {
    server: server?.host ?? '',
    destination: `Mail is sent through ${server?.host ?? 'the mail server'}.`,
    send: async (email, messageId, now) => {
      const { to, ...envelope } = envelopeOf(email, fromOf(deps), { id: messageId, now })
      // An object: nodemailer would parse a string as a list.
      const attachments = (email.attachments ?? []).map(({ name: filename, ...file }) => ({ filename, ...file }))
      await transport.sendMail({ ...envelope, to: { name: '', address: to }, html: email.html, text: email.text, attachments })
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

function inboxMailer(deps: MailDeps): RunningMailer {
  return {
    server: null,
    destination: `Mail is kept in the development inbox: ${deps.settings.BASE_URL}/dev/mail`,
    send: async (email, messageId, now) => {
      const envelope = envelopeOf(email, fromOf(deps), { id: messageId, now })
      await deps.database.transaction((tx) => storeInInbox(tx, { ...envelope, html: email.html, text: email.text }))
    },
    check: async () => undefined,
    close: () => undefined,
  }
}

function fromOf({ settings }: MailDeps): { sender: string; baseUrl: string } {
  return { sender: settings.MAIL_FROM, baseUrl: settings.BASE_URL }
}
