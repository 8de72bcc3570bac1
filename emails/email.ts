import type { Markup } from './html.ts'

/** A composed email: the subject, the HTML page, and the same content as plain text. */
export interface ComposedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** An email template: a function of its values, with a sample for the preview. */
export interface Email<V> {
  /** Its name in the catalogue and in the `X-Guildhall-Template` header. */
  readonly name: string
  readonly sample: V
  readonly compose: (values: V) => ComposedEmail
}

/** Declares an email template. */
export function email<V>(template: Email<V>): Email<V> {
  return template
}

/** The parts of every email. */
export interface EmailParts {
  readonly language: string
  /** Shown by email clients after the subject. */
  readonly preview: string
  readonly sender: string
  /** A notice above the title, such as test mode. */
  readonly banner: string | null
  readonly title: string
  readonly body: Markup
  readonly footer: string
}
