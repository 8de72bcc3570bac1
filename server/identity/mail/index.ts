export {
  addRecipient,
  type CustomerEmail,
  countCustomerEmail,
  countInvitation,
  countRecipient,
  countRequester,
  type EmailRequester,
  limitRecipient,
  mayEmail,
  mayRequestEmail,
} from './actions/limit-emails.ts'
export { type EmailSpec, queueEmail } from './actions/queue-email.ts'
export { type EmailShare, emailLimits, recipientKey, recipientRule } from './rules.ts'
