import { listView } from '#messages/shell/list-view.ts'
import { messages } from '#web/language.ts'

/** The messages of the frame of a list. */
export const t = messages(listView)
