import type { AdminHealth } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { t } from './messages.ts'

/** What is due or unheard for longer than this (milliseconds) is stuck; relay and workers look every second. */
const patience = 60_000

/** One thing that is looked at: whether it is well, in words, and where to go if not. */
export interface Check {
  readonly id: 'queue' | 'facts' | 'dead' | 'webhooks' | 'mail'
  readonly name: string
  readonly tone: 'good' | 'warn' | 'bad'
  readonly text: string
  readonly act: { readonly label: string; readonly href: string } | null
  /** The words of the machine. */
  readonly error?: string | null
}

/** What an account of the platform's health means. */
export function checksOf({ queue, facts, webhooks, mail }: AdminHealth, now: number): readonly Check[] {
  const age = (since: string | null) => (since === null ? 0 : now - Date.parse(since))
  const [queueAge, factAge] = [age(queue.oldestDueAt), age(facts.oldestAt)]
  const failing = webhooks.failing.length
  const isDead = { label: t('dead.act'), href: adminPlace('jobs') }
  return [
    queueAge > patience
      ? bad('queue', t('queue.bad', { minutes: lengthText(queueAge) }), { label: t('queue.act'), href: `${adminPlace('jobs')}?is=waiting` })
      : good('queue'),
    factAge > patience
      ? bad('facts', t('facts.bad', { minutes: lengthText(factAge) }), { label: t('facts.act'), href: `${adminPlace('facts')}?is=waiting` })
      : good('facts'),
    queue.dead > 0 ? { ...bad('dead', t('dead.bad', { count: queue.dead }), isDead), tone: 'warn' } : good('dead'),
    failing > 0 ? { ...bad('webhooks', t('webhooks.bad', { count: failing }), null), tone: 'warn' } : good('webhooks'),
    mail.dead > 0
      ? { ...bad('mail', t('mail.bad', { count: mail.dead }), isDead), error: mail.lastError }
      : { ...good('mail'), text: mail.transport },
  ]
}

const good = (id: Check['id']): Check => ({ id, name: t(`${id}.name`), tone: 'good', text: t(`${id}.good`), act: null })
const bad = (id: Check['id'], text: string, act: Check['act']): Check => ({ id, name: t(`${id}.name`), tone: 'bad', text, act })

function lengthText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  return minutes < 120 ? t('minutes', { count: minutes }) : t('hours', { count: Math.floor(minutes / 60) })
}
