import type { Subscription } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { exactText, zoneDayText } from '#web/ui/text/moment.ts'
import { useNow } from '#web/ui/text/now.ts'
import { nextDate } from './course.ts'
import { t } from './messages.ts'

/**
 * Days of a subscription as texts name them: in the zone (IANA) in which it is billed, with the year only where it is far away, and never
 * broken over two lines.
 */
export function useDayText({ billingTimezone: timeZone }: Pick<Subscription, 'billingTimezone'>): (at: string | Date) => string {
  const { locale } = useLanguage()
  const now = useNow()
  return (at) => zoneDayText(locale, new Date(at), { now, timeZone }).replaceAll(' ', '\u00a0')
}

/** When a subscription renews, ends or is attempted again, in a few words. */
export function NextDate({ subscription }: { subscription: Subscription }) {
  const { locale } = useLanguage()
  const day = useDayText(subscription)
  const next = nextDate(subscription)
  if (next === null) return <span className="text-muted">–</span>
  const date = day(next.at)
  const texts = {
    renews: () => date,
    trialEnd: () => t('next.trialEnds', { date }),
    attempt: () => <span className="text-bad">{t('next.attempt', { date })}</span>,
    ends: () => t('next.ends', { date }),
    ended: () => t('next.ended', { date }),
  }
  return (
    <Tooltip text={exactText(locale, new Date(next.at), { seconds: true })}>
      <time className="whitespace-nowrap tabular-nums" dateTime={next.at}>
        {texts[next.kind]()}
      </time>
    </Tooltip>
  )
}
