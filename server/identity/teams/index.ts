export { teamFacts } from './events.ts'
export { teamRefusals } from './refusals.ts'
