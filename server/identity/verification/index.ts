export { queueEmailChange } from './actions/queue-email-change.ts'
export { queueVerificationEmail, type VerificationEmailDeps, type VerificationEmailInput } from './actions/queue-verification-email.ts'
export { type SecureAccountInput, type SecureAccountResult, secureAccount } from './actions/secure-account.ts'
export { type EmailTokenClaims, verifyEmailToken } from './email-token.ts'
export { withQuery } from './links.ts'
export {
  type CreateTokenInput,
  claimFirstUse,
  createToken,
  findToken,
  invalidateTokens,
  invalidateTokensOf,
  redeemToken,
  type TokenInput,
  tokenDigestOf,
} from './store.ts'
