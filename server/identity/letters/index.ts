export { type Asker, addRecipient, countRecipient, countSender, mayMail, takeRecipient } from './actions/limit-mail.ts'
export { type LetterName, type LetterOrder, type LetterValues, writeLetter } from './actions/write-letter.ts'
export { mailing } from './rules.ts'
