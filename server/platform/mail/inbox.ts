import { type Generated, sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { type Database, json, type Tx } from '../database/database.ts'
import type { Envelope } from './mailbox.ts'

/** Letters that the development inbox shows. */
export const INBOX_MAX = 200
/** Letters that it keeps at most; the oldest go. */
export const INBOX_KEPT_MAX = 2000

declare module '../database/tables.ts' {
  interface Tables {
    inbox_messages: InboxMessagesTable
  }
}

interface InboxMessagesTable {
  id: string
  /** The order of arrival. */
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

/** A letter in the development inbox, as a list shows it. */
export interface InboxLine {
  readonly id: string
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly sentAt: Date
}

/** A letter in the development inbox, whole. */
export interface InboxMessage extends InboxLine {
  readonly messageId: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Keeps a letter; one that is sent again is kept once. */
export async function keepInInbox(tx: Tx, letter: Envelope & { readonly html: string; readonly text: string }): Promise<void> {
  await tx
    .insertInto('inbox_messages')
    .values({
      id: newId(letter.date),
      message_id: letter.messageId,
      sender: letter.from,
      recipient: letter.to,
      subject: letter.subject,
      html: letter.html,
      text: letter.text,
      headers: json({
        From: letter.from,
        To: letter.to,
        Subject: letter.subject,
        Date: letter.date.toUTCString(),
        'Message-ID': letter.messageId,
        ...letter.headers,
      }),
      sent_at: letter.date,
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
  await sql`delete from inbox_messages
    where position <= (select max(position) from inbox_messages) - ${INBOX_KEPT_MAX}::int`.execute(tx)
}

const LINE = ['id', 'sender', 'recipient', 'subject', 'sent_at as sentAt'] as const

/** The letters of the development inbox, the last to arrive first; at most 200. */
export function listInbox(db: Database): Promise<readonly InboxLine[]> {
  return db.selectFrom('inbox_messages').select(LINE).orderBy('position', 'desc').limit(INBOX_MAX).execute()
}

/** One letter of the development inbox. */
export function findInInbox(db: Database, id: string): Promise<InboxMessage | undefined> {
  return db
    .selectFrom('inbox_messages')
    .select([...LINE, 'message_id as messageId', 'html', 'text', 'headers'])
    .where('id', '=', id)
    .executeTakeFirst()
}
