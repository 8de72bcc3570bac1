import type { CallError } from '#client/index.ts'
import { signInErrors } from '#locales/en/sign-in/errors-sign-in.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'
import { errorText } from '#web/refusal.ts'
import { t } from '#web/shell/public/messages.ts'
import { waitOf } from '#web/wait.ts'

const faults = speaker(language, signInErrors)

/** A refusal in words; one that asks to wait says for how long. */
export function refusedText(error: CallError): string {
  const wait = waitOf(error)
  return wait === null ? (faults.find(error.code) ?? errorText(error)) : t(wait.key, { count: wait.count })
}
