export { CREDENTIAL } from './model.ts'
export { type CredentialPassword, replaceHash, savePassword } from './store.ts'
