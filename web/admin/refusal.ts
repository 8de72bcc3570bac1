import type { CallError } from '#client/index.ts'
import { adminErrors } from '#locales/en/admin/errors.ts'
import { speaker } from '#locales/speaker.ts'
import { errorText } from '#web/full-language.ts'
import { language } from '#web/language.ts'

const faults = speaker(language, adminErrors)

/** A refusal of an act of administration in words. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
