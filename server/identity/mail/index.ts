export { addRecipient, countRecipient, countSender, type MailSender, mayMail, takeRecipient } from './actions/limit-mail.ts'
export { type EmailName, type EmailSpec, type EmailValues, queueEmail } from './actions/queue-email.ts'
export { mailing } from './rules.ts'
