import { cx } from '../../cx.ts'
import { useLanguage } from '../../language.tsx'
import { addDays, contains, type DayRange, type Month, weeksOf } from './days.ts'

const MONDAY = '2024-01-01'
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** One month as a grid of days. `active` is the day that Tab reaches; days after `max` can't be chosen. An open range is shown up to today. */
export function MonthGrid(props: {
  month: Month
  range: DayRange
  active: string
  today: string
  max: string | undefined
  firstDay: number
  onChoose: (day: string) => void
}) {
  const { month, range, active, today, max, firstDay } = props
  const { locale } = useLanguage()
  const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const [narrow, long, full] = [formatOf({ weekday: 'narrow' }), formatOf({ weekday: 'long' }), formatOf({ dateStyle: 'full' })]
  const name = formatOf({ month: 'long', year: 'numeric' }).format(new Date(Date.UTC(month.year, month.month - 1, 1)))
  return (
    <table className="border-separate border-spacing-x-0 border-spacing-y-2 tabular-nums">
      <caption className="h-32 text-label leading-32 font-strong">{name}</caption>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, at) => noon(addDays(MONDAY, firstDay - 1 + at))).map((weekday) => (
            <th abbr={long.format(weekday)} className="h-24 w-32 text-caption font-regular text-muted" key={weekday.getTime()} scope="col">
              {narrow.format(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, firstDay).map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month have a fixed order and no state.
          <tr key={row}>
            {week.map((day, column) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={column} />
              ) : (
                <td className="p-0" key={day}>
                  <button
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={full.format(noon(day))}
                    aria-pressed={contains(range, day)}
                    className={cx(
                      'size-32 rounded-control text-center disabled:text-faint disabled:opacity-50 pointer-coarse:size-40',
                      day === range.from || day === range.to
                        ? 'bg-accent font-strong text-on-accent'
                        : contains({ from: range.from, to: range.to ?? (range.from && today) }, day)
                          ? 'bg-selected'
                          : 'hover:bg-hover',
                      day === today && 'font-strong underline underline-offset-4',
                    )}
                    data-day={day}
                    disabled={max !== undefined && day > max}
                    onClick={() => props.onChoose(day)}
                    tabIndex={day === active ? 0 : -1}
                    type="button"
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
