import { z } from 'zod'
import type { Account } from '#identity/accounts/model.ts'
import { id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'

/** One way in as its person sees it, without its secrets. */
export const accountWire = z
  .object({
    id,
    provider: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    accountId: z.string(),
    scopes: z.array(z.string()),
  })
  .meta({ id: 'Account' })

export const unlinkBody = z.object({ providerId: z.string().max(255), accountId: z.string().max(1024).optional() })

/** An account without its secrets; `accountId` is the person's id at the provider. */
export function toAccountWire(account: Account): z.output<typeof accountWire> {
  return {
    id: account.id,
    provider: account.providerId,
    createdAt: toTimestamp(account.createdAt),
    updatedAt: toTimestamp(account.updatedAt),
    accountId: account.accountId,
    scopes: account.scope === null ? [] : account.scope.split(',').filter(Boolean),
  }
}
