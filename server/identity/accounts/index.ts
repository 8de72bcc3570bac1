export { CREDENTIAL } from './model.ts'
export {
  type CredentialPassword,
  deleteAccount,
  insertPasswords,
  listAccounts,
  replaceHash,
  saveFirstPassword,
  savePassword,
} from './store.ts'
