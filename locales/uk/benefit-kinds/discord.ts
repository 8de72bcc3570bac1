import type * as en from '../../en/benefit-kinds/discord.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about roles on a Discord server. */
export const customer: Messages<typeof en.customer> = { granted: 'Ви маєте роль у Discord.' }
