import type { AdminHealth } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { t } from './messages.ts'

/** A job or event that waits longer than this (milliseconds) is stuck; relay and workers poll every second. */
const stuckAfterMs = 60_000

/** The result of one health check: its tone, its text, and a link where there is more to see. */
export interface Check {
  readonly id: 'queue' | 'events' | 'failed' | 'webhooks' | 'mail'
  readonly name: string
  readonly tone: 'good' | 'warn' | 'bad'
  readonly text: string
  readonly action: { readonly label: string; readonly href: string } | null
  /** The technical error message. */
  readonly error?: string | null
}

/** Evaluates the health of the platform. */
export function checksOf({ queue, facts, webhooks, mail }: AdminHealth, now: number): readonly Check[] {
  const age = (since: string | null) => (since === null ? 0 : now - Date.parse(since))
  const [queueAge, eventAge] = [age(queue.oldestDueAt), age(facts.oldestAt)]
  const failing = webhooks.failing.length
  const deadJobs = { label: t('failed.action'), href: adminHref('jobs') }
  return [
    queueAge > stuckAfterMs
      ? bad('queue', t('queue.bad', { minutes: lengthText(queueAge) }), {
          label: t('queue.action'),
          href: `${adminHref('jobs')}?is=waiting`,
        })
      : good('queue'),
    eventAge > stuckAfterMs
      ? bad('events', t('events.bad', { minutes: lengthText(eventAge) }), {
          label: t('events.action'),
          href: `${adminHref('events')}?is=waiting`,
        })
      : good('events'),
    queue.dead > 0 ? { ...bad('failed', t('failed.bad', { count: queue.dead }), deadJobs), tone: 'warn' } : good('failed'),
    failing > 0 ? { ...bad('webhooks', t('webhooks.bad', { count: failing }), null), tone: 'warn' } : good('webhooks'),
    mail.dead > 0
      ? { ...bad('mail', t('mail.bad', { count: mail.dead }), deadJobs), error: mail.lastError }
      : mail.server === null
        ? { ...good('mail'), text: t('mail.inbox'), action: { label: t('mail.action'), href: '/dev/mail' } }
        : { ...good('mail'), text: t('mail.through', { server: mail.server }) },
  ]
}

const good = (id: Check['id']): Check => ({ id, name: t(`${id}.name`), tone: 'good', text: t(`${id}.good`), action: null })
const bad = (id: Check['id'], text: string, action: Check['action']): Check => ({ id, name: t(`${id}.name`), tone: 'bad', text, action })

function lengthText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  return minutes < 120 ? t('minutes', { count: minutes }) : t('hours', { count: Math.floor(minutes / 60) })
}
