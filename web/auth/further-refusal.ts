import type { CallError } from '#client/index.ts'
import { signUpErrors } from '#locales/en/sign-in/errors-sign-up.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'
import { authErrorText } from './refusal.ts'

const tErrors = translator(language, signUpErrors)

/** The message of a refusal of a sign-up or of a request for a link. */
export const furtherErrorText = (error: CallError): string => tErrors.find(error.code) ?? authErrorText(error)
