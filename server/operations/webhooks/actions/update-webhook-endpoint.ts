import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { WebhookEndpoint, WebhookEventType, WebhookFormat } from '../model.ts'
import { refusals } from '../refusals.ts'
import { lockWebhookEndpoint, saveWebhookEndpoint, skipPendingEvents } from '../store.ts'
import { done, refuseForbiddenUrl, SECRET_PURPOSE } from './create-webhook-endpoint.ts'

/** How long an old secret signs along after it was changed. */
const OVERLAP_MS = 24 * 3_600_000

/** What is to change; what is missing or null stays. */
export interface WebhookEndpointChange {
  readonly url?: string | null | undefined
  readonly format?: WebhookFormat | null | undefined
  readonly secret?: string | null | undefined
  readonly events?: readonly WebhookEventType[] | null | undefined
  readonly additional_events?: readonly string[] | null | undefined
  readonly is_enabled?: boolean | null | undefined
}

/** Changes the endpoint `id` of one of the organizations. A new secret is joined by the old one for a day. */
export async function updateWebhookEndpoint(
  tx: Tx,
  by: AuditContext,
  at: { readonly tenants: readonly string[]; readonly id: string; readonly change: WebhookEndpointChange },
): Promise<WebhookEndpoint> {
  const endpoint = (await lockWebhookEndpoint(tx, at.tenants, at.id)) ?? refuse(refusals.ResourceNotFound)
  const { change } = at
  if (change.url) refuseForbiddenUrl(by.platform, change.url)
  const next: WebhookEndpoint = {
    ...endpoint,
    url: change.url ?? endpoint.url,
    format: change.format ?? endpoint.format,
    events: change.events ?? endpoint.events,
    additionalEvents: change.additional_events ?? endpoint.additionalEvents,
    ...rotated(by, endpoint, change.secret),
    ...switched(endpoint, change.is_enabled),
    modifiedAt: by.now,
  }
  await saveWebhookEndpoint(tx, next)
  if (endpoint.isEnabled && !next.isEnabled) await skipPendingEvents(tx, next, by.now)
  await auditBy(tx, by, done(change.secret ? 'webhook_endpoint.secret_rotated' : 'webhook_endpoint.updated', next))
  return next
}

function rotated({ platform, now }: AuditContext, endpoint: WebhookEndpoint, secret: string | null | undefined): Partial<WebhookEndpoint> {
  if (!secret || platform.secrets.open(SECRET_PURPOSE, endpoint.sealedSecret) === secret) return {}
  return {
    sealedSecret: platform.secrets.seal(SECRET_PURPOSE, secret),
    previousSealedSecret: endpoint.sealedSecret,
    previousSecretUntil: new Date(now.getTime() + OVERLAP_MS),
  }
}

function switched(endpoint: WebhookEndpoint, isEnabled: boolean | null | undefined): Partial<WebhookEndpoint> {
  if (isEnabled === null || isEnabled === undefined || isEnabled === endpoint.isEnabled) return {}
  return isEnabled
    ? { isEnabled: true, disabledReason: null, failedInARow: 0, failingSince: null }
    : { isEnabled: false, disabledReason: 'merchant' }
}
