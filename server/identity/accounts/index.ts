export { CREDENTIAL, scopesOf } from './model.ts'
export { findLink, findOwner, type LinkAsked } from './reads.ts'
export {
  type CredentialPassword,
  claimRefresh,
  deleteAccount,
  deleteAccountsOf,
  endRefresh,
  hasPasswordSince,
  insertLink,
  insertPasswords,
  LINK_KEY,
  listAccounts,
  type NewLink,
  type RefreshLease,
  replaceHash,
  replacePassword,
  saveFirstPassword,
  savePassword,
  saveTokens,
} from './store.ts'
