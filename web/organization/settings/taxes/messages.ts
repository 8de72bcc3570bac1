import { taxSettings } from '#messages/organizations/tax-settings.ts'
import { messages } from '#web/language.ts'

/** The messages of the tax settings. */
export const t = messages(taxSettings)
