export { invitationFacts } from './facts.ts'
export { invitationRefusals } from './refusals.ts'
