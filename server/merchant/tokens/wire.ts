import { z } from 'zod'
import { tokenScopes } from '#contract/access.ts'
import { actingOrganizationId, addition, listResource, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type AccessToken, scope, tokenColumns } from './model.ts'
import type { TokenDraft } from './rules.ts'

const COMMENT_MAXIMUM = 250
const DURATION = /^P(?!$)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/
const UNIT_SECONDS = [604_800, 86_400, 3_600, 60, 1] as const

const scopes = z.array(scope).min(1).max(tokenScopes.length)

/** Seconds, or an ISO 8601 duration without months and years (their length depends on the calendar). */
const duration = z.union([z.int(), z.string()]).superRefine((value, context) => {
  if (typeof value === 'string' && !DURATION.test(value)) {
    context.addIssue({ code: 'invalid_format', format: 'duration', input: value })
  }
})

const fields = fieldsOf(tokenColumns)

/** A token without its secret. */
export const organizationAccessToken = z.object(fields.shape).meta({ id: 'OrganizationAccessToken', ...addition })

/** The answer to creating a token: the only time its secret is shown. */
export const organizationAccessTokenCreated = z
  .object({ organization_access_token: organizationAccessToken, token: z.string() })
  .meta({ id: 'OrganizationAccessTokenCreateResponse', description: 'The only answer that contains the secret.', ...addition })

export const organizationAccessTokenCreate = z
  .object({ organization_id: actingOrganizationId, comment: trimmedText(1, COMMENT_MAXIMUM), expires_in: duration.nullish(), scopes })
  .meta({
    id: 'OrganizationAccessTokenCreate',
    examples: [{ comment: 'Shop server', scopes: ['products:read', 'checkouts:write'], expires_in: 'P90D' }],
    ...addition,
  })

export const organizationAccessTokenUpdate = z
  .object({ comment: trimmedText(1, COMMENT_MAXIMUM).nullish(), scopes: scopes.nullish() })
  .meta({ id: 'OrganizationAccessTokenUpdate', examples: [{ comment: 'Shop server, read only', scopes: ['products:read'] }], ...addition })

export const organizationAccessTokenList = listResource('OrganizationAccessToken', organizationAccessToken)

export type OrganizationAccessTokenWire = z.output<typeof organizationAccessToken>

/** The token as JSON, without its secret. */
export const toAccessTokenWire: (token: AccessToken) => OrganizationAccessTokenWire = fields.toWire

/** The draft of a body. */
export function toTokenDraft(body: z.output<typeof organizationAccessTokenCreate>): TokenDraft {
  return { comment: body.comment, scopes: body.scopes, expiresInSeconds: secondsOf(body.expires_in ?? null) }
}

function secondsOf(duration: number | string | null): number | null {
  if (duration === null || typeof duration === 'number') return duration
  const parts = (DURATION.exec(duration) ?? []).slice(1)
  return UNIT_SECONDS.reduce((total, seconds, index) => total + seconds * Number(parts[index] ?? 0), 0)
}
