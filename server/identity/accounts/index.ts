export { CREDENTIAL } from './model.ts'
export { type CredentialPassword, deleteAccount, listAccounts, replaceHash, saveFirstPassword, savePassword } from './store.ts'
