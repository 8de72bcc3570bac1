import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/api.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'
import { PlaceOptions, usePlaceName } from './places.tsx'
import type { TaxSettings } from './values.ts'

/** The bill of a buyer of a place at the saved settings. A tax service is called once a place is chosen, and in the US its postal code. */
export function Example({ settings, organizationId, hasChanges }: { settings: TaxSettings; organizationId: string; hasChanges: boolean }) {
  const [place, setPlace] = useState('')
  const [postalCode, setPostalCode] = useState('')
  const isTable = settings.engine === 'built_in'
  const needsCode = !isTable && place.startsWith('US')
  const hasCode = /^\d{5}$/.test(postalCode)
  const input = { organizationId, ...(place !== '' && { place }), ...(needsCode && hasCode && { postalCode }) }
  const isComplete = isTable || (place !== '' && (!needsCode || hasCode))
  const { data, isFetching } = useQuery({ ...apiQuery('organizations', 'taxSettings', input), enabled: isComplete })
  const shown = isComplete ? (data ?? settings) : { preview: null, previewFailure: null }
  const isWaiting = !isTable && isComplete && isFetching
  return (
    <div className="grid gap-12 border-t border-line pt-16">
      <Field hint={isTable ? undefined : t('previewAsks')} label={t('previewPlace')}>
        <Select name="previewPlace" onChange={(event) => setPlace(event.currentTarget.value)} value={shown.preview?.place ?? place}>
          <PlaceOptions />
        </Select>
      </Field>
      {needsCode && (
        <Field hint={t('previewPostalCodeHint')} label={t('previewPostalCode')}>
          <TextInput
            autoComplete="off"
            inputMode="numeric"
            maxLength={5}
            name="previewPostalCode"
            onChange={(event) => setPostalCode(event.target.value)}
            value={postalCode}
          />
        </Field>
      )}
      <div aria-live="polite">{isWaiting ? <p className="text-label text-muted">{t('previewWaits')}</p> : <Answer settings={shown} />}</div>
      {hasChanges && <p className="text-caption text-muted">{t('previewUnsaved')}</p>}
    </div>
  )
}

function Answer({ settings: { preview, previewFailure } }: { settings: Pick<TaxSettings, 'preview' | 'previewFailure'> }) {
  const { locale } = useLanguage()
  const nameOf = usePlaceName()
  if (previewFailure !== null) return <p className="text-label text-warn">{t(`previewFailures.${previewFailure}`)}</p>
  if (preview === null) return null
  const money = (amount: number) => formatMoney(locale, amount, preview.currency)
  return (
    <p className="text-label">
      {t(`previews.${preview.taxabilityReason ?? 'not_collecting'}`, {
        place: nameOf(preview.place),
        total: money(preview.totalAmount),
        tax: money(preview.taxAmount),
        price: money(preview.priceAmount),
      })}
    </p>
  )
}
