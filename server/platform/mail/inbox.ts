import { type Generated, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { type Database, json, type Tx } from '../database/database.ts'
import type { Envelope } from './mailbox.ts'

/** The number of emails that the development inbox lists. */
export const INBOX_MAX = 200
/** The number of emails that it stores; the oldest are deleted. */
export const INBOX_STORED_MAX = 2000

declare module '../database/tables.ts' {
  interface Tables {
    inbox_messages: InboxMessagesTable
  }
}

interface InboxMessagesTable {
  id: string
  /** The order in which the emails arrived. */
  position: Generated<number>
  message_id: string
  sender: string
  recipient: string
  subject: string
  html: string
  text: string
  headers: Readonly<Record<string, string>>
  sent_at: Date
}

/** An email of the development inbox in a list. */
export interface InboxLine {
  readonly id: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly sentAt: Date
}

/** An email of the development inbox with its content. */
export interface InboxMessage extends InboxLine {
  readonly messageId: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Stores an email; one that is sent again is stored once. */
export async function storeInInbox(tx: Tx, email: Envelope & { readonly html: string; readonly text: string }): Promise<void> {
  await tx
    .insertInto('inbox_messages')
    .values({
      id: newId(email.date),
      message_id: email.messageId,
      sender: email.from,
      recipient: email.to,
      subject: email.subject,
      html: email.html,
      text: email.text,
      headers: json({
        From: email.from,
        To: email.to,
        Subject: email.subject,
        Date: email.date.toUTCString(),
        'Message-ID': email.messageId,
        ...email.headers,
      }),
      sent_at: email.date,
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
  await sql`delete from inbox_messages
    where position <= (select max(position) from inbox_messages) - ${INBOX_STORED_MAX}::int`.execute(tx)
}

const LINE = ['id', 'sender', 'recipient', 'subject', 'sent_at as sentAt'] as const

/** The emails of the development inbox, the latest first; at most 200. */
export function listInbox(db: Database): Promise<readonly InboxLine[]> {
  return db.selectFrom('inbox_messages').select(LINE).orderBy('position', 'desc').limit(INBOX_MAX).execute()
}

/** One email of the development inbox. */
export function findInboxMessage(db: Database, id: string): Promise<InboxMessage | undefined> {
  return db
    .selectFrom('inbox_messages')
    .select([...LINE, 'message_id as messageId', 'html', 'text', 'headers'])
    .where('id', '=', id)
    .executeTakeFirst()
}
