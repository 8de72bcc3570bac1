import { useLanguage } from '../language.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { dayText, exactText, relative } from './moment.ts'
import { useNow } from './now.ts'

/**
 * A moment. `at` is an ISO text or a Date. `as`: "relative" (lists of activity, default), "day" (beginnings and ends, with the year), "exact".
 * Hovering or focusing it tells the exact local and UTC time.
 */
export function Time({ at, as = 'relative' }: { at: string | Date; as?: 'relative' | 'day' | 'exact' }) {
  const { locale, say } = useLanguage()
  const now = useNow()
  const moment = typeof at === 'string' ? new Date(at) : at
  if (Number.isNaN(moment.getTime())) return <span>—</span>
  const shown =
    as === 'relative'
      ? relative(locale, moment, { now, justNow: say('justNow') })
      : as === 'day'
        ? dayText(locale, moment)
        : exactText(locale, moment, { seconds: true })
  return (
    <Tooltip
      text={`${exactText(locale, moment, { seconds: true })} · ${exactText(locale, moment, { seconds: true, timeZone: 'UTC' })} UTC`}
    >
      <time className="tabular-nums whitespace-nowrap" dateTime={moment.toISOString()}>
        {shown}
      </time>
    </Tooltip>
  )
}
