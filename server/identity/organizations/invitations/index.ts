export { invitationEvents } from './events.ts'
export { invitationRefusals } from './refusals.ts'
