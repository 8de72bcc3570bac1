import { files } from '#messages/selling/files.ts'
import { messages } from '#web/language.ts'

/** The messages of files. */
export const t = messages(files)
