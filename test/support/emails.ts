// Letters as their readers find them: in the development inbox, after everything that was ordered has been sent.
import { findInInbox, type InboxMessage } from '#platform/mail/inbox.ts'
import type { TestServer } from './server.ts'

/** The letters to an address, newest first. */
export async function emailsTo(server: TestServer, address: string): Promise<InboxMessage[]> {
  await server.drain()
  const { db } = server.platform.database
  const of = db.selectFrom('inbox_messages').select('id').where('recipient', '=', address)
  const lines = await of.orderBy('position', 'desc').execute()
  const letters = await Promise.all(lines.map((line) => findInInbox(db, line.id)))
  return letters.filter((letter) => letter !== undefined)
}

/** The newest letter to an address, or the newest made from a template; throws where there is none. */
export async function emailTo(server: TestServer, address: string, template?: string): Promise<InboxMessage> {
  const letters = await emailsTo(server, address)
  const letter = letters.find(({ headers }) => template === undefined || headers['X-Guildhall-Template'] === template)
  if (!letter) throw new Error(`Nothing of the kind was mailed to ${address}.`)
  return letter
}

/** The link of a letter to an operation of /api/auth, as path and query. */
export function linkIn(letter: Pick<InboxMessage, 'text'>): string {
  const [link] = /\/api\/auth\/\S+/.exec(letter.text) ?? []
  if (!link) throw new Error('The letter holds no link.')
  return link
}

/** The link of the newest letter to an address, or of the newest made from a template. */
export async function linkTo(server: TestServer, address: string, template?: string): Promise<string> {
  return linkIn(await emailTo(server, address, template))
}

/** The value of the query that an answer leads a browser on with; null where it has none. */
export function ledOnWith(answer: { readonly headers: Readonly<Record<string, unknown>> }, name: string): string | null {
  return new URL(String(answer.headers['location']), 'http://localhost:3000').searchParams.get(name)
}
