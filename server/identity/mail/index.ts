export {
  addRecipient,
  countCustomerEmail,
  countRecipient,
  countRequester,
  type EmailRequester,
  limitRecipient,
  mayEmail,
  mayRequestEmail,
} from './actions/limit-emails.ts'
export { type EmailSpec, queueEmail } from './actions/queue-email.ts'
export { emailLimits } from './rules.ts'
