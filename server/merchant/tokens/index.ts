export { type ByPerson, type MadeToken, makeToken, type NewToken } from './actions/make-token.ts'
export { tokenCaller } from './caller.ts'
