export { CREDENTIAL, scopesOf } from './model.ts'
export { findLink, type LinkQuery } from './reads.ts'
export {
  type CredentialPassword,
  claimRefresh,
  deleteAccount,
  deleteAccountsOf,
  hasPasswordSince,
  insertLink,
  insertPasswords,
  LINK_KEY,
  listAccounts,
  type NewLink,
  type RefreshLease,
  releaseRefresh,
  replaceHash,
  replacePassword,
  saveFirstPassword,
  savePassword,
  saveTokens,
} from './store.ts'
