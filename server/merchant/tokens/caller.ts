import { isToken } from '#contract/token.ts'
import { refuse } from '#kernel/refusal.ts'
import { bearerToken, type CallerSource, invalidToken } from '#platform/http/recognize.ts'
import { recordTokenUse } from './actions/record-token-use.ts'
import { isTokenLive, TOKEN_PREFIX } from './model.ts'
import { findTokenByDigest } from './store.ts'

/** Authenticates an organization's access token, in one statement; a mistyped one is refused without a statement. For /v1. */
export const tokenCaller: CallerSource = {
  name: 'organization-token',
  api: 'v1',
  recognize: async (request, platform, { now }) => {
    const secret = bearerToken(request.headers)
    if (!secret?.startsWith(TOKEN_PREFIX)) return undefined
    if (!isToken(TOKEN_PREFIX, secret)) refuse(invalidToken)
    const token = await findTokenByDigest(platform.database.db, platform.secrets.digest(secret))
    if (!token || !isTokenLive(token, now)) refuse(invalidToken)
    recordTokenUse(platform, token, now)
    return { kind: 'organization-token', tokenId: token.id, organizationId: token.organizationId, scopes: new Set(token.scopes) }
  },
}
