import { useState } from 'react'
import { t as tList } from '#web/shell/list/messages.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { CalendarIcon } from '#web/ui/icons/index.ts'
import { addDays, addMonths, type DayRange } from '#web/ui/inputs/calendar/days.ts'
import { localDay } from '#web/ui/inputs/calendar/local-day.ts'
import { RangeCalendar } from '#web/ui/inputs/calendar/range-calendar.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { type Comparison, dayAfter, type Period } from './period.ts'
import { t } from './sales-messages.ts'
import type { PeriodChange } from './selling.tsx'

interface PeriodButtonProps {
  /** With the local time of the organization, in whose zone days begin. */
  readonly now: Date
  readonly timezone: string
  readonly period: Period
  /** Whether days were chosen, instead of a range that ends today. */
  readonly isChosen: boolean
  readonly compare: Comparison
  readonly onChange: (change: PeriodChange) => void
}

/** Chooses the days of the overview, and with which period they are compared. */
export default function PeriodButton(props: PeriodButtonProps) {
  const { locale } = useLanguage()
  const { period, isChosen, now } = props
  const day = (at: Date) => dayText(locale, at, now)
  const last = dayAfter(period.start, period.days - 1)
  const label = isChosen ? tList('between', { from: day(period.start), to: day(last) }) : t('chooseDays')
  return (
    <Popover
      label={t('chooseDays')}
      side="end"
      trigger={(trigger) => (
        <button {...trigger} className={buttonClass()} type="button">
          <CalendarIcon className="-ml-2 opacity-85" />
          <span>{label}</span>
        </button>
      )}
      wide="content"
    >
      {(close) => <PeriodEditor {...props} onClose={close} />}
    </Popover>
  )
}

function PeriodEditor({ period, isChosen, compare, now, timezone, onChange, onClose }: PeriodButtonProps & { onClose: () => void }) {
  const today = localDay(now)
  const [range, setRange] = useState<DayRange>(
    isChosen ? { from: localDay(period.start), to: localDay(dayAfter(period.start, period.days - 1)) } : {},
  )
  const choose = (next: DayRange) => {
    setRange(next)
    if (next.from !== undefined && next.to !== undefined) onChange({ from: next.from, to: next.to })
  }
  const monthStart = `${today.slice(0, 8)}01`
  const lastMonth = addMonths(monthStart, -1)
  return (
    <div className="grid gap-16">
      <RangeCalendar
        label={tList('calendar')}
        max={today}
        nextLabel={tList('nextMonth')}
        note={tList('zone', { zone: timezone.replaceAll('_', ' ') })}
        onRange={choose}
        presets={[
          { label: t('thisMonth'), range: { from: monthStart, to: today } },
          { label: t('lastMonth'), range: { from: lastMonth, to: addDays(monthStart, -1) } },
          { label: t('days90'), range: { from: addDays(today, -89), to: today } },
        ]}
        previousLabel={tList('previousMonth')}
        range={range}
      />
      <Field label={t('compare')}>
        <Segmented
          label={t('compare')}
          onChange={(value) => onChange({ compare: value })}
          options={[
            { value: 'period', label: t('compareWith.period') },
            { value: 'year', label: t('compareWith.year') },
            { value: 'none', label: t('compareWith.none') },
          ]}
          value={compare}
          wide
        />
      </Field>
      <div className="flex justify-end">
        <Button onClick={onClose}>{tList('done')}</Button>
      </div>
    </div>
  )
}
