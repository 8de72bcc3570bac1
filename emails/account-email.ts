import type { email as messages } from '#locales/en/email.ts'
import type { Translate } from '#locales/translator.ts'
import type { ComposedEmail } from './email.ts'
import { html } from './html.ts'
import { button, layout, note, paragraph } from './layout.ts'

/** The values of every account email. They exclude the user's name: a stranger who signs up with someone else's email could choose it. */
export interface AccountEmailValues {
  readonly language: string
  /** The recipient's email. */
  readonly address: string
  /** The base URL of this server. */
  readonly site: string
  /** The URL of the button: a link with a secret, or a page. */
  readonly url: string
}

/** The content of an account email: a title, its sentences in order, one button, and notes below it. */
export interface AccountEmail {
  readonly subject: string
  readonly title: string
  readonly sentences: readonly string[]
  readonly button: string
  /** How long the link is valid, and what to do if the recipient did not request the email. */
  readonly notes?: readonly string[]
  /** Why the recipient gets the email, where the reason is not their account. */
  readonly footer?: string
}

/** Composes an account email, as HTML and as text. */
export function accountEmail(t: Translate<typeof messages>, values: AccountEmailValues, content: AccountEmail): ComposedEmail {
  const { address, site, url } = values
  const { notes = [] } = content
  const product = t('account.product')
  const footer = content.footer ?? t('account.footer', { email: address, site })
  const copy = t('account.copy', { url })
  return {
    subject: content.subject,
    html: layout({
      language: values.language,
      preview: content.sentences[0] ?? content.title,
      sender: product,
      banner: null,
      title: content.title,
      body: html`${content.sentences.map(paragraph)}${button(content.button, url)}${notes.map(note)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px;overflow-wrap:anywhere">${copy}</p>`,
      footer,
    }),
    text: [product, content.title, ...content.sentences, `${content.button}: ${url}`, ...notes, footer].join('\n\n'),
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A number of seconds as text: in days or hours where it is a whole number of them, otherwise in minutes. */
export function lifeText(t: Translate<typeof messages>, seconds: number): string {
  if (seconds % DAY === 0) return t('account.days', { count: seconds / DAY })
  if (seconds % HOUR === 0) return t('account.hours', { count: seconds / HOUR })
  return t('account.minutes', { count: Math.floor(seconds / MINUTE) })
}
