/** A file of an email. */
export interface EmailAttachment {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

/** An email, ready to send. */
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The name of its template; also a header. */
  readonly template: string
  /** Files that come with it. The development inbox shows none of them. */
  readonly attachments?: readonly EmailAttachment[]
}

/** Sends emails through the SMTP server or to the development inbox. Called by jobs, never inside a transaction. */
export interface Mailer {
  /** `messageId` is the same on every retry, so that recipients can detect a duplicate. Rejects if the email could not be handed over. */
  send(email: EmailMessage, messageId: string, now: Date): Promise<void>
  /** Host and port of the mail server; null if emails are stored in the development inbox. */
  readonly server: string | null
  /** One sentence on where emails go, printed at start. */
  readonly destination: string
}
