import type { CallError } from '#client/index.ts'
import { accountErrors } from '#messages/errors-account.ts'
import { errorText } from '#web/error-text.ts'
import { messages } from '#web/language.ts'
import { waitOf } from '#web/wait.ts'
import { t } from './messages.ts'

const faults = messages(accountErrors)

/** The text of a refusal; a rate limit names the time to wait. */
export function refusedText(error: CallError): string {
  const wait = waitOf(error)
  if (wait !== null) return t(wait.key, { count: wait.count })
  if (error.status === 401) return t('signedOut')
  return faults.find(error.code) ?? errorText(error)
}
