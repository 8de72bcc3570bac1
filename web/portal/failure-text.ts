import type { CallError } from '#client/http.ts'
import { errorText } from '#web/refusal.ts'
import { t } from './messages.ts'

/** The sentence for a refusal that the portal can receive. */
export const failureText = (error: CallError): string => t.find(`refusals.${error.code}`) ?? errorText(error)
