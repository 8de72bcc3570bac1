import type { ComposedEmail } from '#emails/email.ts'
import { composeSample, emails } from '#emails/index.ts'
import { type OfferedLanguage, offeredLanguages } from '#kernel/language/languages.ts'
import { refuse } from '#kernel/refusal.ts'
import { operationRefusals } from '../refusals.ts'

/** An email of the catalogue, composed from its sample. */
export interface EmailPreview extends ComposedEmail {
  readonly name: string
  /** The language of the preview; `locales` has the available ones. */
  readonly locale: string
  readonly locales: string[]
}

const catalogue = Object.values(emails)
const locales: string[] = [...offeredLanguages]

/** Previews every email in a language. */
export function previewEmails(locale: OfferedLanguage): EmailPreview[] {
  return catalogue.map((email) => previewOf(email, locale))
}

/** Previews one email in a language; refuses an unknown name or language. */
export function previewEmail(name: string, locale: string): EmailPreview {
  const email = catalogue.find((each) => each.name === name)
  if (!email || !locales.includes(locale)) return refuse(operationRefusals.emailNotFound)
  return previewOf(email, locale)
}

function previewOf(email: (typeof catalogue)[number], locale: string): EmailPreview {
  return { name: email.name, locale, locales, ...composeSample(email, locale) }
}
