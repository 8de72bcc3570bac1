import { t } from '#web/parts/benefits/messages.ts'

/** The message where a text is not a whole number from 1 to `max`. */
export function wholeNumber(text: string, max: number): string | undefined {
  const isValid = /^\d{1,10}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max
  return isValid ? undefined : t('form.numberInvalid', { max: String(max) })
}
