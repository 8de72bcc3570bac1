import type { Markup } from './html.ts'

/** What a template makes of its values: the subject, the whole page, and the same as plain text. */
export interface Composed {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** A letter that the product sends: a function over its values, with a sample to preview it by. */
export interface Email<V> {
  /** Names it in the catalogue and in the letter's `X-Guildhall-Template` header. */
  readonly name: string
  readonly sample: V
  readonly compose: (values: V) => Composed
}

/** Declares a letter. */
export function email<V>(declared: Email<V>): Email<V> {
  return declared
}

/** The parts of which every letter is made. */
export interface EmailParts {
  readonly language: string
  /** Shown by mail programs behind the subject. */
  readonly preview: string
  readonly sender: string
  /** A word on the state of things above the title, such as test mode. */
  readonly banner: string | null
  readonly title: string
  readonly body: Markup
  readonly footer: string
}
