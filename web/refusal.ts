import { publicErrors } from '#locales/en/errors-public.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from './language.ts'

const faults = speaker(language, publicErrors)

/** A refusal that a public page can meet, in words; see `refusalText`. */
export const errorText = (error: Refused): string => refusalText(faults.find, error)

interface Refused {
  readonly code: string
  readonly message: string
  readonly status: number
}

/** A refusal in words: by its code, else what the server said, else that something failed. */
export function refusalText(find: (code: string) => string | undefined, { code, message, status }: Refused): string {
  return find(code) ?? (status === 0 || status >= 500 || message === '' ? (find('UNEXPECTED') ?? '') : message)
}
