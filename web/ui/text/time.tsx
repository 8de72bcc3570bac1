import { useLanguage } from '../language.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { exactText, relative, zoneDayText } from './moment.ts'
import { useNow } from './now.ts'

/**
 * A time. `at` is an ISO string or a Date. `as`: "relative" (for lists of activity, default), "day" (for start and end dates, with the
 * year), "exact". `zone` (IANA) is that of a day of money, which is not the reader's. A tooltip shows the exact local and UTC time.
 */
export function Time({ at, as = 'relative', zone }: { at: string | Date; as?: 'relative' | 'day' | 'exact'; zone?: string | undefined }) {
  const { locale, translate } = useLanguage()
  const now = useNow()
  const moment = typeof at === 'string' ? new Date(at) : at
  if (Number.isNaN(moment.getTime())) return <span>—</span>
  const text =
    as === 'relative'
      ? relative(locale, moment, { now, justNow: translate('justNow') })
      : as === 'day'
        ? zoneDayText(locale, moment, { timeZone: zone })
        : exactText(locale, moment, { seconds: true })
  return (
    <Tooltip
      text={`${exactText(locale, moment, { seconds: true })} · ${exactText(locale, moment, { seconds: true, timeZone: 'UTC' })} UTC`}
    >
      <time className="tabular-nums whitespace-nowrap" dateTime={moment.toISOString()}>
        {text}
      </time>
    </Tooltip>
  )
}
