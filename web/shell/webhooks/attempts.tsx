import type { WebhookDelivery } from '#client/index.ts'
import { durationText } from '#web/parts/webhooks/duration.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { ATTEMPTS, planAfter } from '#web/parts/webhooks/schedule.ts'
import { linkClass } from '#web/ui/actions/link.tsx'
import { cx } from '#web/ui/cx.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { exactText } from '#web/ui/text/moment.ts'
import { Dot } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'

const row =
  '-mx-12 grid min-h-32 grid-cols-[8px_16px_minmax(0,auto)_minmax(0,1fr)_auto] items-center gap-12 rounded-control px-12 text-label'

/** The attempts of one event: past attempts with the selected one highlighted, then the planned ones. */
export function Attempts(props: {
  all: readonly WebhookDelivery[]
  chosen: WebhookDelivery
  busy: boolean
  /** Whether a redelivery was queued that has not arrived yet. */
  isQueued: boolean
  onChoose: (attempt: number) => void
  onSendNow: () => void
}) {
  const { all, chosen, onChoose } = props
  const event = chosen.webhookEvent
  const isWaiting = event.status === 'pending' && event.nextAttemptAt !== null
  const done = isWaiting ? t('attempt.doneOf', { done: event.attempts, all: ATTEMPTS }) : t('attempt.done', { count: event.attempts })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <div className="flex items-baseline justify-between gap-12">
        <h3 className="text-body font-strong">{t('attempt.title')}</h3>
        <span className="text-caption text-muted">{done}</span>
      </div>
      <ol className="grid">
        {all.map((attempt) => (
          <li key={attempt.id}>
            <button
              aria-current={attempt === chosen}
              className={cx(row, 'w-[calc(100%+24px)] text-left', attempt === chosen ? 'bg-selected' : 'hover:bg-hover')}
              onClick={() => onChoose(attempt.attempt)}
              type="button"
            >
              <Dot tone={attempt.succeeded ? 'good' : 'bad'} />
              <span className="text-muted tabular-nums">{attempt.attempt}</span>
              <Moment at={attempt.createdAt} />
              <span className={cx('truncate', attempt !== chosen && 'text-muted')}>
                {attempt.httpCode ?? t('attempt.noResponse')}
                {attempt.isRedelivery && <span className="text-muted"> · {t('attempt.again')}</span>}
              </span>
              <span className={cx('tabular-nums', attempt !== chosen && 'text-muted')}>{durationText(attempt.durationMs)}</span>
            </button>
          </li>
        ))}
        {props.isQueued && (
          <li className={cx(row, 'text-muted')}>
            <Dot tone="ended" />
            <span className="tabular-nums">{event.attempts + 1}</span>
            <span className="col-span-3">{t('attempt.queued')}</span>
          </li>
        )}
        {!props.isQueued && isWaiting && event.nextAttemptAt !== null && (
          <Planned busy={props.busy} done={event.attempts} next={event.nextAttemptAt} onSendNow={props.onSendNow} />
        )}
      </ol>
    </section>
  )
}

function Planned({ next, done, busy, onSendNow }: { next: string; done: number; busy: boolean; onSendNow: () => void }) {
  const { locale } = useLanguage()
  const { more, last } = planAfter(new Date(next), done)
  return (
    <>
      <li className={cx(row, 'text-muted')}>
        <Dot tone="ended" />
        <span className="tabular-nums">{done + 1}</span>
        <Moment at={next} />
        <span className="truncate">
          <Time at={next} />
        </span>
        <button className={linkClass} disabled={busy} onClick={onSendNow} type="button">
          {t('actions.sendNow')}
        </button>
      </li>
      {more > 0 && (
        <li className={cx(row, 'text-muted')}>
          <Dot tone="ended" />
          <span className="tabular-nums">{done + 2}</span>
          <span className="col-span-3 truncate">{t('attempt.thenMore', { count: more, until: exactText(locale, last) })}</span>
        </li>
      )}
    </>
  )
}

/** A time of day with seconds, and the day if it is not today. */
function Moment({ at }: { at: string }) {
  const { locale } = useLanguage()
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date().toDateString()
  const text = new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(moment)
  return (
    <time className="whitespace-nowrap tabular-nums" dateTime={at}>
      {text}
    </time>
  )
}
