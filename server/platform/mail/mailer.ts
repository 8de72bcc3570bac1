/** A letter, ready to send. */
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Names the template it came from; also a header. */
  readonly template: string
}

/** Hands letters over: to the SMTP server, or to the development inbox. Called by jobs, never inside a transaction. */
export interface Mailer {
  /** `messageId` is stable over retries, so that a letter sent twice can be told. Rejects when it could not be handed over. */
  send(letter: EmailMessage, messageId: string, now: Date): Promise<void>
  /** One sentence on where mail goes, for the start. */
  readonly destination: string
}
