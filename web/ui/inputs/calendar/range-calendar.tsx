import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../actions/icon-button.tsx'
import { LeftIcon, RightIcon } from '../../icons/index.ts'
import { useLanguage } from '../../language.tsx'
import { addMonthsTo, chooseDay, type DayRange, dayOfKey, type Month, monthOf, monthsBetween, tabStop } from './days.ts'
import { localDay } from './local-day.ts'
import { MonthGrid } from './month-grid.tsx'

/** A range that is chosen by its name. */
export interface RangePreset {
  readonly label: string
  readonly range: DayRange
}

/**
 * Chooses a range of days: by a preset, or by its first and its last day. Two months side by side on wide screens. Arrow keys move by days
 * and weeks, Home and End within a week, Page Up and Page Down by months; Enter chooses. `note` names the time zone of the days.
 */
export function RangeCalendar(props: {
  label: string
  previousLabel: string
  nextLabel: string
  range: DayRange
  onRange: (range: DayRange) => void
  presets: readonly RangePreset[]
  max?: string | undefined
  note?: ReactNode
}) {
  const { range, onRange, presets, max, note } = props
  const { locale } = useLanguage()
  const today = localDay(new Date())
  const start = range.to ?? range.from ?? today
  const [active, setActive] = useState(start)
  // The last month on the screen; a wide screen shows the one before it, too.
  const [last, setLast] = useState(() => monthOf(start))
  const frame = useRef<HTMLDivElement>(null)
  const firstDay = firstDayOf(locale)
  const show = (day: string) => {
    const distance = monthsBetween(last, monthOf(day))
    if (distance > 0) setLast(monthOf(day))
    if (distance < -1 || (distance === -1 && !isWide())) setLast(addMonthsTo(monthOf(day), isWide() ? 1 : 0))
    setActive(day)
  }
  const handleKey = (event: KeyboardEvent) => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined
    const next = focused === undefined ? undefined : dayOfKey(event.key, focused, firstDay)
    if (next === undefined) return
    event.preventDefault()
    const day = max !== undefined && next > max ? max : next
    flushSync(() => show(day))
    frame.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  const turn = (count: number) => setLast(addMonthsTo(last, count))
  const choose = (day: string) => {
    setActive(day)
    onRange(chooseDay(range, day))
  }
  const months = [addMonthsTo(last, -1), last]
  const shown = isWide() ? months : [last]
  const stop = tabStop(active, shown[0] ?? last, last)
  return (
    <div className="grid gap-12">
      <div className="flex flex-wrap gap-4">
        {presets.map((preset) => {
          const isChosen = preset.range.from === range.from && preset.range.to === range.to
          return (
            <button
              aria-pressed={isChosen}
              className="h-28 rounded-control border border-line px-8 text-label hover:bg-hover aria-pressed:bg-selected aria-pressed:font-strong pointer-coarse:h-44"
              key={preset.label}
              onClick={() => {
                onRange(preset.range)
                show(preset.range.to ?? preset.range.from ?? today)
              }}
              type="button"
            >
              {preset.label}
            </button>
          )
        })}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the months of one calendar, not form fields. */}
      <div aria-label={props.label} className="relative flex justify-center gap-24" onKeyDown={handleKey} ref={frame} role="group">
        <span className="absolute top-0 left-0">
          <IconButton hint={false} icon={LeftIcon} label={props.previousLabel} onClick={() => turn(-1)} />
        </span>
        <span className="absolute top-0 right-0">
          <IconButton hint={false} icon={RightIcon} label={props.nextLabel} onClick={() => turn(1)} />
        </span>
        <p aria-live="polite" className="sr-only">
          {monthNames(shown, locale)}
        </p>
        {months.map((month, at) => (
          <div className={at === 0 ? 'max-wide:hidden' : undefined} key={`${month.year}-${month.month}`}>
            <MonthGrid active={stop} firstDay={firstDay} max={max} month={month} onChoose={choose} range={range} today={today} />
          </div>
        ))}
      </div>
      {note !== undefined && <p className="text-caption text-muted">{note}</p>}
    </div>
  )
}

const isWide = () => window.matchMedia('(min-width: 641px)').matches

/** The months as one text, such as "February – March 2026", which screen readers announce when it changes. */
function monthNames(months: readonly Month[], locale: string): string {
  const [first = 0, last = first] = months.map(({ year, month }) => Date.UTC(year, month - 1, 1))
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).formatRange(first, last)
}

/** The first day of the week where the language is spoken: 1 for Monday to 7 for Sunday. */
function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1
}
