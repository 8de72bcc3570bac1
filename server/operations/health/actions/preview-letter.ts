import type { Composed, Email } from '#emails/email.ts'
import { emails } from '#emails/index.ts'
import { refuse } from '#kernel/refusal.ts'
import { languages } from '#locales/index.ts'
import { operationRefusals } from '../refusals.ts'

/** A letter of the catalogue, written from its sample. */
export interface Preview extends Composed {
  readonly name: string
  /** The language that it is written in, and those in which it can be. */
  readonly locale: string
  readonly locales: string[]
}

type Sampled = Email<{ readonly language?: string }>

const catalogue = Object.values(emails) as unknown as readonly Sampled[]
const locales = Object.keys(languages)

/** Every letter in the first language. */
export function previewLetters(): Preview[] {
  return catalogue.map((letter) => written(letter, 'en'))
}

/** The letter of a name in a language; refuses a name that no letter has, and a language in which none is written. */
export function previewLetter(name: string, locale: string): Preview {
  const letter = catalogue.find((each) => each.name === name)
  if (!letter || !locales.includes(locale)) return refuse(operationRefusals.letterNotFound)
  return written(letter, locale)
}

function written({ name, sample, compose }: Sampled, locale: string): Preview {
  return { name, locale, locales, ...compose({ ...sample, language: locale }) }
}
