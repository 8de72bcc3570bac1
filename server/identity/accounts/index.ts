export { CREDENTIAL } from './model.ts'
export {
  type CredentialPassword,
  deleteAccount,
  hasPasswordSince,
  insertPasswords,
  listAccounts,
  replaceHash,
  saveFirstPassword,
  savePassword,
} from './store.ts'
