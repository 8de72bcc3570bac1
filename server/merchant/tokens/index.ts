export { tokenCaller } from './caller.ts'
export { findLiveToken } from './store.ts'
