export { filterProblems, isRedefined } from './rules.ts'
export { findMeterNames, meters } from './store.ts'
