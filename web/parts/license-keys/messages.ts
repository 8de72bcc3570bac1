import { licenseKeys } from '#messages/entitlements/license-keys.ts'
import { messages } from '#web/language.ts'

/** The messages of license keys. */
export const t = messages(licenseKeys)
