import { providers } from '#messages/providers.ts'
import { messages } from '#web/language.ts'

/** The messages of a sign-in with a provider. */
export const t = messages(providers)
