export { findMeterNames, meters } from './store.ts'
