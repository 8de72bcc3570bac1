// Emails for tests, read from the development inbox after all queued emails have been sent.
import { findInboxMessage, type InboxMessage } from '#platform/mail/inbox.ts'
import type { TestServer } from './server.ts'

/** The emails to a recipient, newest first. */
export async function emailsTo(server: TestServer, recipient: string): Promise<InboxMessage[]> {
  await server.drain()
  const { db } = server.platform.database
  const of = db.selectFrom('inbox_messages').select('id').where('recipient', '=', recipient)
  const lines = await of.orderBy('position', 'desc').execute()
  const emails = await Promise.all(lines.map((line) => findInboxMessage(db, line.id)))
  return emails.filter((email) => email !== undefined)
}

/** The newest email to a recipient, or the newest with a template. Throws when there is none. */
export async function emailTo(server: TestServer, recipient: string, template?: string): Promise<InboxMessage> {
  const emails = await emailsTo(server, recipient)
  const email = emails.find(({ headers }) => template === undefined || headers['X-Guildhall-Template'] === template)
  if (!email) throw new Error(`No such email was sent to ${recipient}.`)
  return email
}

/** The link of an email to an operation of /api/auth, as path and query. */
export function linkIn(email: Pick<InboxMessage, 'text'>): string {
  const [link] = /\/api\/auth\/\S+/.exec(email.text) ?? []
  if (!link) throw new Error('The email contains no link.')
  return link
}

/** The link of the newest email to a recipient, or of the newest with a template. */
export async function linkTo(server: TestServer, recipient: string, template?: string): Promise<string> {
  return linkIn(await emailTo(server, recipient, template))
}

/** The value of a query parameter in the redirect of an answer; null without it. */
export function redirectParameter(answer: { readonly headers: Readonly<Record<string, unknown>> }, name: string): string | null {
  return new URL(String(answer.headers['location']), 'http://localhost:3000').searchParams.get(name)
}
