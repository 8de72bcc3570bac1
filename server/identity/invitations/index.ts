export { invitationFacts } from './events.ts'
export { invitationRefusals } from './refusals.ts'
