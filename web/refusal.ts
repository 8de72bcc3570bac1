import { publicErrors } from '#messages/errors-public.ts'
import { messages } from './language.ts'

const tErrors = messages(publicErrors)

/** The message of a refusal that a public page can receive; see `refusalText`. */
export const errorText = (error: Refusal): string => refusalText(tErrors.find, error)

interface Refusal {
  readonly code: string
  readonly message: string
  readonly status: number
}

/** The message of a refusal: by its code, otherwise the server's own message, otherwise a general failure message. */
export function refusalText(find: (code: string) => string | undefined, { code, message, status }: Refusal): string {
  return find(code) ?? (status === 0 || status >= 500 || message === '' ? (find('UNEXPECTED') ?? '') : message)
}
