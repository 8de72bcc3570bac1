/** An email of the development inbox, as listed by `GET /dev/mail/messages`. */
export interface MailLine {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly sent_at: string
}

/** A full email, as returned by `GET /dev/mail/messages/{id}`. */
export interface Mail extends MailLine {
  readonly html: string | null
  readonly text: string | null
  readonly headers: Readonly<Record<string, string>>
}
