import type { WebhookEventType } from '#contract/webhook-events.ts'
import { orUnchanged } from '#kernel/changes/unchanged.ts'
import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { WebhookEndpoint, WebhookFormat } from '../model.ts'
import { SECRET_PURPOSE } from '../payload.ts'
import { refusals } from '../refusals.ts'
import { skipPendingEvents, webhookEndpoints } from '../store.ts'
import { auditEntryOf, refuseForbiddenUrl } from './create-webhook-endpoint.ts'

/** The time for which the old secret still signs after a change. */
const OVERLAP_MS = 24 * 3_600_000

/** The changes; a missing or null field stays. */
export interface WebhookEndpointChanges {
  readonly url?: string | null | undefined
  readonly format?: WebhookFormat | null | undefined
  readonly secret?: string | null | undefined
  readonly events?: readonly WebhookEventType[] | null | undefined
  readonly additional_events?: readonly string[] | null | undefined
  readonly is_enabled?: boolean | null | undefined
  /** Another name of `is_enabled`. */
  readonly enabled?: boolean | null | undefined
}

/** Updates an endpoint of one of the organizations. The old secret still signs for a day beside a new one. */
export async function updateWebhookEndpoint(
  tx: Tx,
  by: AuditContext,
  target: { readonly tenants: readonly string[]; readonly id: string; readonly changes: WebhookEndpointChanges },
): Promise<WebhookEndpoint> {
  const endpoint = (await webhookEndpoints.lock(tx, target.tenants, target.id)) ?? refuse(refusals.ResourceNotFound)
  const { changes } = target
  if (changes.url) refuseForbiddenUrl(by.platform, changes.url)
  const next = orUnchanged<WebhookEndpoint>(endpoint, {
    ...endpoint,
    url: changes.url ?? endpoint.url,
    format: changes.format ?? endpoint.format,
    events: changes.events ?? endpoint.events,
    additionalEvents: changes.additional_events ?? endpoint.additionalEvents,
    ...rotated(by, endpoint, changes.secret),
    ...switched(endpoint, changes.is_enabled ?? changes.enabled),
    modifiedAt: by.platform.clock.now({ organizationId: endpoint.organizationId }),
  })
  if (next === endpoint) return endpoint
  await webhookEndpoints.save(tx, next)
  if (endpoint.isEnabled && !next.isEnabled) await skipPendingEvents(tx, next, by.now)
  await recordAudit(tx, by, auditEntryOf(changes.secret ? 'webhook_endpoint.secret_rotated' : 'webhook_endpoint.updated', next))
  return next
}

function rotated({ platform, now }: AuditContext, endpoint: WebhookEndpoint, secret: string | null | undefined): Partial<WebhookEndpoint> {
  if (!secret || platform.secrets.openOrNull(SECRET_PURPOSE, endpoint.sealedSecret) === secret) return {}
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
