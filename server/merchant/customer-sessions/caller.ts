import { isToken } from '#contract/token.ts'
import { refuse } from '#kernel/refusal.ts'
import { bearerToken, type CallerSource, invalidToken } from '#platform/http/recognize.ts'
import { SESSION_PREFIX } from './model.ts'
import { isLive } from './rules.ts'
import { findSessionByDigest } from './store.ts'

/** Authenticates a customer of a merchant, in one statement; a mistyped secret is refused without a statement. For /v1. */
export const customerCaller: CallerSource = {
  name: 'customer',
  api: 'v1',
  recognize: async (request, platform, { now }) => {
    const secret = bearerToken(request.headers)
    if (!secret?.startsWith(SESSION_PREFIX)) return undefined
    if (!isToken(SESSION_PREFIX, secret)) refuse(invalidToken)
    const session = await findSessionByDigest(platform.database.db, platform.secrets.digest(secret))
    if (!session || session.customerId === null || !isLive(session, now)) refuse(invalidToken)
    return {
      kind: 'customer',
      sessionId: session.id,
      organizationId: session.organizationId,
      customerId: session.customerId,
      isLimited: session.isLimitedToCheckout,
      checkoutId: session.checkoutId,
    }
  },
}
