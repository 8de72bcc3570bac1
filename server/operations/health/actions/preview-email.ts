import type { ComposedEmail, Email } from '#emails/email.ts'
import { emails } from '#emails/index.ts'
import { refuse } from '#kernel/refusal.ts'
import { languages } from '#locales/index.ts'
import { operationRefusals } from '../refusals.ts'

/** An email of the catalogue, composed from its sample. */
export interface EmailPreview extends ComposedEmail {
  readonly name: string
  /** The language of the preview; `locales` has the available ones. */
  readonly locale: string
  readonly locales: string[]
}

type SampledEmail = Email<{ readonly language?: string }>

const catalogue = Object.values(emails) as unknown as readonly SampledEmail[]
const locales = Object.keys(languages)

/** Previews every email in English. */
export function previewEmails(): EmailPreview[] {
  return catalogue.map((email) => composeSample(email, 'en'))
}

/** Previews one email in a language; refuses an unknown name or language. */
export function previewEmail(name: string, locale: string): EmailPreview {
  const email = catalogue.find((each) => each.name === name)
  if (!email || !locales.includes(locale)) return refuse(operationRefusals.emailNotFound)
  return composeSample(email, locale)
}

function composeSample({ name, sample, compose }: SampledEmail, locale: string): EmailPreview {
  return { name, locale, locales, ...compose({ ...sample, language: locale }) }
}
