export { teamEvents } from './events.ts'
export { teamRefusals } from './refusals.ts'
