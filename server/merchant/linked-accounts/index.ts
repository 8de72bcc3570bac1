export { GUILD_SEAL } from './actions/complete-account-link.ts'
export { type DiscordRoleCheck, verifyDiscordRole } from './actions/verify-discord-role.ts'
export { verifyRepository } from './actions/verify-repository.ts'
export {
  type AccessGrant,
  giveDiscordRole,
  giveRepositoryAccess,
  takeDiscordRole,
  takeRepositoryAccess,
} from './adapters/customer-access.ts'
export type { RepositoryPermission } from './adapters/github/permissions.ts'
export { findLinkedAccount, fromLinkedAccountRows, linkedAccountsOfCustomerJson } from './store.ts'
