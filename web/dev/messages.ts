import { dev } from '#messages/shell/dev.ts'
import { messages } from '#web/language.ts'

export const t = messages(dev)
