import type { CallError } from '#client/index.ts'
import { signInErrors } from '#messages/sign-in/errors-sign-in.ts'
import { messages } from '#web/language.ts'
import { errorText } from '#web/refusal.ts'
import { t } from '#web/shell/public/messages.ts'
import { waitOf } from '#web/wait.ts'

const tErrors = messages(signInErrors)

/** The message of a refusal. If the server asks to wait, it says for how long. */
export function authErrorText(error: CallError): string {
  const wait = waitOf(error)
  return wait === null ? (tErrors.find(error.code) ?? errorText(error)) : t(wait.key, { count: wait.count })
}
