import { books } from '#messages/invoices/books.ts'
import { messages } from '#web/language.ts'

/** The messages of the books of a month. */
export const t = messages(books)
