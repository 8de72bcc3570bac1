import { connections } from '#messages/entitlements/connections.ts'
import { messages } from '#web/language.ts'

/** The messages of what a merchant connects at Discord and GitHub. */
export const t = messages(connections)
