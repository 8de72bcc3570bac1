import type { email as words } from '#locales/en/email.ts'
import type { Speak } from '#locales/speaker.ts'
import type { Composed } from './email.ts'
import { html } from './html.ts'
import { button, layout, paragraph } from './layout.ts'

/** What every letter about an account is told. Not the person's name: whoever signs up with somebody else's address chooses it. */
export interface AccountEmailValues {
  readonly language: string
  /** The address that the letter goes to. */
  readonly address: string
  /** Where people reach this server. */
  readonly site: string
  /** Where the button leads: a link that is a secret, or a page. */
  readonly url: string
}

/** What a letter about an account says: a title, its sentences in order, and the one act that it offers. */
export interface AccountEmail {
  readonly subject: string
  readonly title: string
  readonly sentences: readonly string[]
  readonly button: string
  /** Why the reader gets it, where that is not their account. */
  readonly footer?: string
}

/** Puts a letter about an account together, as a page and as text. */
export function accountEmail(say: Speak<typeof words>, values: AccountEmailValues, letter: AccountEmail): Composed {
  const { address, site, url } = values
  const product = say('account.product')
  const footer = letter.footer ?? say('account.footer', { address, site })
  const copy = say('account.copy', { url })
  return {
    subject: letter.subject,
    html: layout({
      language: values.language,
      preview: letter.sentences[0] ?? letter.title,
      sender: product,
      banner: null,
      title: letter.title,
      body: html`${letter.sentences.map(paragraph)}${button(letter.button, url)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px;overflow-wrap:anywhere">${copy}</p>`,
      footer,
    }),
    text: [product, letter.title, ...letter.sentences, `${letter.button}: ${url}`, footer].join('\n\n'),
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A number of seconds in words: whole days or hours where it is such, else minutes. */
export function lifeText(say: Speak<typeof words>, seconds: number): string {
  if (seconds % DAY === 0) return say('account.days', { count: seconds / DAY })
  if (seconds % HOUR === 0) return say('account.hours', { count: seconds / HOUR })
  return say('account.minutes', { count: Math.floor(seconds / MINUTE) })
}
