import { publicErrors } from '#messages/errors-public.ts'
import { messages } from './language.ts'

const tErrors = messages(publicErrors)

/** The message of a refusal that a public page can receive; see `refusalText`. */
export const errorText = (error: Refusal): string => refusalText(tErrors.find, error)

interface Refusal {
  readonly code: string
  readonly status: number
  readonly requestId?: string | null
}

/**
 * The message of a refusal: by its code; of an unknown code a general one that quotes the code and the request ID for support. Never the
 * server's own sentence, which is English and written for programs.
 */
export function refusalText(find: Find, { code, status, requestId }: Refusal): string {
  const known = find(code)
  if (known !== undefined) return known
  if (status === 0 || status >= 500) return find('UNEXPECTED') ?? ''
  return find('unknown', { code: requestId ? `${code}, ${requestId}` : code }) ?? ''
}

type Find = (key: string, values?: Readonly<Record<string, string>>) => string | undefined
