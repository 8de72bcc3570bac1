export { filterProblems, isRedefined } from './rules.ts'
export { findMeterNames, markMetersBilled, meters } from './store.ts'
