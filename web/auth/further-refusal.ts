import type { CallError } from '#client/index.ts'
import { signUpErrors } from '#locales/en/sign-in/errors-sign-up.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'
import { refusedText } from './refusal.ts'

const faults = speaker(language, signUpErrors)

/** A refusal in words, where an account is made or a link is asked for. */
export const furtherText = (error: CallError): string => faults.find(error.code) ?? refusedText(error)
