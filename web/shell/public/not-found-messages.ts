import { notFound } from '#messages/shell/not-found.ts'
import { messages } from '#web/language.ts'

/** The messages for a path without a page. */
export const tNotFound = messages(notFound)
