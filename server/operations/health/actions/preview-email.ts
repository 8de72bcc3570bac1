import type { ComposedEmail } from '#emails/email.ts'
import { composeSample, emailLanguages, emails } from '#emails/index.ts'
import type { Language } from '#kernel/language/languages.ts'
import { refuse } from '#kernel/refusal.ts'
import { operationRefusals } from '../refusals.ts'

/** An email of the catalogue, composed from its sample. */
export interface EmailPreview extends ComposedEmail {
  readonly name: string
  /** The language of the preview; `locales` has the available ones. */
  readonly locale: string
  readonly locales: string[]
}

const catalogue = Object.values(emails).map((email) => ({ email, locales: emailLanguages(email) }))
type Entry = (typeof catalogue)[number]

/** Previews every email that is sent in a language. */
export function previewEmails(locale: Language): EmailPreview[] {
  return catalogue.filter(({ locales }) => locales.includes(locale)).map((entry) => previewOf(entry, locale))
}

/** Previews one email in a language; refuses an unknown name, or a language in which it is not sent. */
export function previewEmail(name: string, locale: string): EmailPreview {
  const entry = catalogue.find(({ email }) => email.name === name)
  if (!entry?.locales.some((each) => each === locale)) return refuse(operationRefusals.emailNotFound)
  return previewOf(entry, locale)
}

function previewOf({ email, locales }: Entry, locale: string): EmailPreview {
  return { name: email.name, locale, locales: [...locales], ...composeSample(email, locale) }
}
