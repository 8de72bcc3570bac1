import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import { enqueueApplication } from './actions/apply-usage-alert.ts'
import type { UsageAlert } from './model.ts'
import { listTriggers, usageAlertList } from './reads.ts'
import { usageAlertRefusals } from './refusals.ts'
import { create, isWatchedOtherwise, reachesFurther, remove, update } from './rules.ts'
import { findNamed, holdIngestions, insertUsageAlert, usageAlerts, watchThresholds } from './store.ts'
import {
  toUsageAlertChanges,
  toUsageAlertDraft,
  toUsageAlertTriggerWire,
  toUsageAlertWire,
  triggersQuery,
  usageAlert,
  usageAlertCreate,
  usageAlertTrigger,
  usageAlertUpdate,
} from './wire.ts'

const { ResourceNotFound } = usageAlertRefusals

export const routes: readonly Route[] = [
  ...resourceRoutes({
    path: '/v1/usage-alerts/',
    name: 'usage_alerts',
    nouns: ['alerts about usage', 'an alert about usage'],
    scopes: 'meters',
    list: usageAlertList,
    schema: usageAlert,
    toWire: toUsageAlertWire,
    notFound: ResourceNotFound,
    addition: true,
    lock: usageAlerts.lock,
    toModel: (alert: UsageAlert) => alert,
    audit: { type: 'usage_alert', details: ({ name }) => ({ name }) },
    create: {
      summary: 'Creates an alert: a customer has reached a number of units of a meter since the last reset.',
      body: usageAlertCreate,
      limit: 'USAGE_ALERT_LIMIT',
      // Usage that has reached the threshold already triggers it at once.
      write: async (body, { tx, platform, organizationId, id, at }) => {
        const draft = toUsageAlertDraft(body)
        const named = await findNamed(tx, organizationId, draft)
        const next = create(draft, { ...named, id, organizationId, now: at })
        await holdIngestions(tx, organizationId)
        await insertUsageAlert(tx, platform, next)
        await watchThresholds(tx, next)
        if (next.isEnabled) await enqueueApplication(tx, platform, next)
        return { next }
      },
    },
    update: {
      summary: 'Updates an alert, or switches it on or off. Its meter and its customer are fixed.',
      body: usageAlertUpdate,
      // A lower threshold triggers it at once where usage has reached it already.
      write: async (current, body, { tx, platform, organizationId, at }) => {
        const next = update(current, toUsageAlertChanges(body), at)
        if (next === current) return { next }
        const isWatched = isWatchedOtherwise(current, next)
        if (isWatched) await holdIngestions(tx, organizationId)
        await usageAlerts.save(tx, next)
        if (isWatched) await watchThresholds(tx, next)
        if (reachesFurther(current, next)) await enqueueApplication(tx, platform, next)
        return { next }
      },
    },
    remove: {
      summary: 'Deletes an alert.',
      // Its triggers are no longer shown.
      write: async (current, { tx, organizationId, at }) => {
        await holdIngestions(tx, organizationId)
        await usageAlerts.save(tx, remove(current, at))
        await watchThresholds(tx, current)
      },
    },
  }),
  route({
    method: 'GET',
    path: '/v1/usage-alerts/{id}/triggers',
    name: 'usage_alerts:list_triggers',
    summary: 'Lists when and for whom an alert has triggered, newest first.',
    access: 'scope:customer_meters:read',
    addition: true,
    params: idParams,
    query: triggersQuery,
    answer: listResource('UsageAlertTrigger', usageAlertTrigger),
    refusals: [ResourceNotFound],
    handle: async ({ db, params, query, tenantScope, platform }) => {
      const page = pageOf(query)
      const found = await listTriggers(db, {
        tenants: tenantScope.tenants,
        alertId: params.id,
        customerId: query.customer_id,
        page,
      })
      const { items, total } = found ?? refuse(ResourceNotFound)
      return toList(
        items.map((trigger) => toUsageAlertTriggerWire(trigger, platform.settings.BASE_URL)),
        total,
        page,
      )
    },
  }),
]
