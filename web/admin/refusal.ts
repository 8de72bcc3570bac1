import type { CallError } from '#client/index.ts'
import { adminErrors } from '#locales/en/admin/errors.ts'
import { translator } from '#locales/translator.ts'
import { errorText } from '#web/full-language.ts'
import { language } from '#web/language.ts'

const faults = translator(language, adminErrors)

/** The text of a refused admin action. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
