import { useState } from 'react'
import { localDay } from '#web/ui/inputs/calendar/local-day.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { t } from './messages.ts'
import { usePlaceName } from './places.tsx'
import { hasOperatorRates, presentRates, type StandardRate, shippedDay, type TaxSettings } from './values.ts'

/** The rates that count where the organization has none of its own: shipped, or entered by the operator of the server. */
export function StandardRates({ settings }: { settings: Pick<TaxSettings, 'shippedRates' | 'ratesVersion'> }) {
  const { locale } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { shippedRates } = settings
  const count = new Set(shippedRates.map(({ place }) => place)).size
  const date = dayText(shippedDay(settings), locale, 'long')
  return (
    <div className="grid gap-8">
      <p className="text-caption text-muted">{t(hasOperatorRates(settings) ? 'shippedAndEntered' : 'shipped', { date, count })}</p>
      <details className="text-label" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer text-muted">{t('standardRates')}</summary>
        {isOpen && <RateTable rates={presentRates(shippedRates, localDay(new Date()))} />}
      </details>
    </div>
  )
}

function RateTable({ rates }: { rates: readonly StandardRate[] }) {
  const { locale } = useLanguage()
  const nameOf = usePlaceName()
  const rows = rates
    .map((rate) => ({ ...rate, placeName: nameOf(rate.place) }))
    .toSorted((a, b) => a.placeName.localeCompare(b.placeName, locale) || a.name.localeCompare(b.name, locale))
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const head = 'h-36 border-b border-line pr-16 text-left text-caption font-regular text-muted'
  const cell = 'border-b border-line py-8 pr-16 align-baseline'
  return (
    <table aria-label={t('standardRates')} className="mt-8 w-full border-separate border-spacing-0 text-label">
      <thead>
        <tr>
          <th className={`${head} max-wide:w-full`}>{t('standardPlace')}</th>
          <th className={head}>{t('standardRate')}</th>
          <th className={`${head} max-wide:hidden`}>{t('standardDay')}</th>
          <th className={`${head} max-wide:hidden`}>{t('standardSource')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, placeName, name, ratePpm, validFrom, source }) => (
          <tr key={`${place} ${name} ${validFrom}`}>
            <td className={`${cell} break-words`}>
              {placeName}
              <span className="block text-caption text-muted wide:hidden">{dayText(validFrom, locale)}</span>
              <span className="block text-caption text-muted wide:hidden">{source}</span>
            </td>
            <td className={`${cell} break-words tabular-nums`}>{`${percent.format(ratePpm / MILLION)} ${name}`}</td>
            <td className={`${cell} whitespace-nowrap max-wide:hidden`}>{dayText(validFrom, locale)}</td>
            <td className={`${cell} text-muted max-wide:hidden`}>{source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const MILLION = 1_000_000

const dayText = (day: string, locale: string, dateStyle: 'medium' | 'long' = 'medium') =>
  new Date(day).toLocaleDateString(locale, { dateStyle, timeZone: 'UTC' })
