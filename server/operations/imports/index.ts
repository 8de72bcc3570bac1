export { importUsers } from './actions/import-users.ts'
