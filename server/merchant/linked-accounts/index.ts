export { unlinkCustomerAccounts } from './actions/unlink-customer-account.ts'
export { type DiscordRoleCheck, verifyDiscordRole } from './actions/verify-discord-role.ts'
export { verifyRepository } from './actions/verify-repository.ts'
export {
  type AccessGrant,
  giveDiscordRole,
  giveRepositoryAccess,
  takeDiscordRole,
  takeRepositoryAccess,
} from './adapters/customer-access.ts'
export { type RepositoryPermission, repositoryPermissions } from './adapters/github/permissions.ts'
export { GUILD_SEAL } from './guild-tokens.ts'
export { linkedAccountList } from './reads.ts'
export { findLinkedAccount, fromLinkedAccountRows, linkedAccountsOfCustomerJson } from './store.ts'
