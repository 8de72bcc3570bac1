import type { CallError } from '#client/index.ts'
import { dashboardErrors } from '#messages/errors-dashboard.ts'
import { messages } from './language.ts'
import { refusalText } from './refusal.ts'

const t = messages(dashboardErrors)

/** The message of any refusal: by the scope that the user lacks, otherwise see `refusalText`. */
export const errorText = (error: Pick<CallError, 'code' | 'status' | 'body'> & { readonly requestId?: string | null }): string =>
  t.find(`lacks.${(error.body as { scope?: string } | null)?.scope}`) ?? refusalText(t.find, error)
