import { detail } from '#messages/shell/detail.ts'
import { messages } from '#web/language.ts'

/** The messages of the frame of a detail page. */
export const t = messages(detail)
