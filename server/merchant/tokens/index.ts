export { type CreateTokenInput, type CreateTokenResult, createToken, type UserAuditContext } from './actions/create-token.ts'
export { tokenCaller } from './caller.ts'
export { findLiveToken } from './store.ts'
