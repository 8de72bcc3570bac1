import { z } from 'zod'
import type { ComposedEmail, Email, EmailContext } from './email.ts'
import { html } from './html.ts'
import { button, layout, note, paragraph } from './layout.ts'
import type { EmailMessages } from './messages.ts'

/** An email to a user or to someone who may become one. An action sends it by `queueEmail` (identity/mail), which names the recipient. */
export interface AccountEmail<Values = unknown> extends Email<Values> {
  readonly recipient: 'named'
  /** Whether it goes to customers, to whom more languages are offered than to users. */
  readonly isForCustomers: boolean
}

/** The content of an account email: a title, its sentences in order, one button, and notes below it. */
export interface AccountEmailContent {
  readonly subject: string
  readonly title: string
  readonly sentences: readonly string[]
  readonly button: string
  /** The time for which the link is valid, and what to do if the recipient did not request the email. */
  readonly notes?: readonly string[]
  /** Why the recipient gets the email, where the reason is not their account. */
  readonly footer?: string
}

/** The URL of the button: a link with a secret, or a page. */
const url = z.string()

type ValuesOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape & { url: typeof url }>>

/** The declaration of an account email: its own values, besides the `url` of its button, and its content. */
interface AccountEmailDeclaration<Shape extends z.ZodRawShape> {
  readonly name: string
  readonly values: Shape
  readonly sample: ValuesOf<Shape>
  readonly isForCustomers?: true
  readonly content: (values: ValuesOf<Shape>, context: EmailContext) => AccountEmailContent
}

/**
 * Declares an account email. Its values exclude the name of the recipient: a stranger who signs up with someone else's email could
 * choose it.
 */
export function accountEmail<const Shape extends z.ZodRawShape>(email: AccountEmailDeclaration<Shape>): AccountEmail<ValuesOf<Shape>> {
  return {
    name: email.name,
    recipient: 'named',
    isForCustomers: email.isForCustomers ?? false,
    values: z.object({ ...email.values, url }) as unknown as z.ZodType<ValuesOf<Shape>>,
    sample: email.sample,
    compose: (values, context) => composed(context, (values as { readonly url: string }).url, email.content(values, context)),
  }
}

function composed({ t, to, site }: EmailContext, href: string, content: AccountEmailContent): ComposedEmail {
  const { notes = [] } = content
  const product = t('link.product')
  const footer = content.footer ?? t('account.footer', { email: to, site })
  const copy = t('link.copy', { url: href })
  return {
    subject: content.subject,
    html: layout({
      language: t.language,
      preview: content.sentences[0] ?? content.title,
      sender: product,
      banner: null,
      title: content.title,
      body: html`${content.sentences.map(paragraph)}${button(content.button, href)}${notes.map(note)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px;overflow-wrap:anywhere">${copy}</p>`,
      footer,
    }),
    text: [product, content.title, ...content.sentences, `${content.button}: ${href}`, ...notes, footer].join('\n\n'),
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The value of emails with a link that expires: its lifetime in seconds. */
export const lifetime = { lifeSeconds: z.int() }

/** A number of seconds as text: in days or hours where it is a whole number of them, otherwise in minutes. */
export function lifeText(t: EmailMessages, seconds: number): string {
  if (seconds % DAY === 0) return t('link.days', { count: seconds / DAY })
  if (seconds % HOUR === 0) return t('link.hours', { count: seconds / HOUR })
  return t('link.minutes', { count: Math.floor(seconds / MINUTE) })
}
