export { addRecipient, countRecipient, countRequester, type EmailRequester, limitRecipient, mayEmail } from './actions/limit-emails.ts'
export { type EmailName, type EmailSpec, type EmailValues, queueEmail } from './actions/queue-email.ts'
export { emailLimits } from './rules.ts'
