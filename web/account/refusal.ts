import type { CallError } from '#client/index.ts'
import { accountErrors } from '#locales/en/errors-account.ts'
import { speaker } from '#locales/speaker.ts'
import { errorText } from '#web/full-language.ts'
import { language } from '#web/language.ts'
import { waitOf } from '#web/wait.ts'
import { t } from './messages.ts'

const faults = speaker(language, accountErrors)

/** A refusal in words; one that asks to wait says for how long. */
export function refusedText(error: CallError): string {
  const wait = waitOf(error)
  if (wait !== null) return t(wait.key, { count: wait.count })
  if (error.status === 401) return t('signedOut')
  return faults.find(error.code) ?? errorText(error)
}
