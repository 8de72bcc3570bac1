export { teamFacts } from './facts.ts'
export { teamRefusals } from './refusals.ts'
