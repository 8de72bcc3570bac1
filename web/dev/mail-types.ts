/** A mail of the development inbox, as `GET /dev/mail/messages` lists it. */
export interface MailLine {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly sent_at: string
}

/** The whole mail, as `GET /dev/mail/messages/{id}` gives it. */
export interface Mail extends MailLine {
  readonly html: string | null
  readonly text: string | null
  readonly headers: Readonly<Record<string, string>>
}
