export { currentSequence, findEventsAfter, type LiveEvent } from './reads.ts'
export { newWebhookSecret, signatureHeader } from './signature.ts'
