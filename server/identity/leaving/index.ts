export { type Erasing, erasePerson } from './actions/delete-account.ts'
