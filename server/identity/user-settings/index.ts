export { type EraseUserInput, eraseUser } from './actions/delete-account.ts'
