import type { CallError } from '#client/index.ts'
import { signUpErrors } from '#messages/sign-in/errors-sign-up.ts'
import { messages } from '#web/language.ts'
import { authErrorText } from './refusal.ts'

const tErrors = messages(signUpErrors)

/** The message of a refusal of a sign-up or of a request for a link. */
export const furtherErrorText = (error: CallError): string => tErrors.find(error.code) ?? authErrorText(error)
