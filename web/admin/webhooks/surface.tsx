import type { ReactNode } from 'react'
import { WebhookClientContext } from '#web/parts/webhooks/webhook-client.ts'
import { SurfaceScopes } from '#web/shell/access/permission.ts'
import { operatorWebhooks } from './operator-webhooks.ts'

const scopes = ['webhooks:read', 'webhooks:write'] as const

/** Lets the screens of webhooks below show those of the operator, with everything that administrators may do. */
export const OperatorWebhooks = ({ children }: { children: ReactNode }) => (
  <SurfaceScopes value={scopes}>
    <WebhookClientContext value={operatorWebhooks}>{children}</WebhookClientContext>
  </SurfaceScopes>
)
