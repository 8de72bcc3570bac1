import { type Listener, on } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { revokeTokensOfSecured } from './actions/revoke-tokens-of-secured.ts'

export const jobs: readonly JobKind[] = []

export const listeners: readonly Listener[] = [
  on(['user.secured'], 'tokens:revoke-of-secured', (tx, { resourceId: userId, happenedAt }, { platform, now }) =>
    revokeTokensOfSecured(tx, platform, { userId, createdUntil: happenedAt, now }),
  ),
]
