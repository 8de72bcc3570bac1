import { useEffect, useMemo, useState } from 'react'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { t } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

type Regions = typeof import('./regions.ts')

// The names of the regions are a tenth of the bundle: they load in parallel with the checkout.
const loadingRegions = import('./regions.ts')

function useRegions(): Regions | null {
  const [regions, setRegions] = useState<Regions | null>(null)
  useEffect(() => void loadingRegions.then(setRegions), [])
  return regions
}

/** The billing address: always the country, other fields as the checkout requires them. */
export function AddressFields({ values, faults, fields, change }: FieldsProps) {
  const { locale } = useLanguage()
  const regions = useRegions()
  const all = useMemo(() => regions?.countries(locale) ?? [], [regions, locale])
  const states = (fields.has('state') && regions?.statesOf(values.country)) || []
  const line = (field: 'line1' | 'postalCode' | 'city', autoComplete: string) =>
    fields.has(field) && (
      <Field error={faults[field]} label={t(field)} required>
        <TextInput
          autoComplete={autoComplete}
          name={field}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
          value={values[field]}
        />
      </Field>
    )
  return (
    <>
      <Field error={faults.country} label={t('country')} required>
        <Select
          autoComplete="country"
          name="country"
          onChange={(event) => change({ country: event.currentTarget.value, state: '' })}
          value={values.country}
        >
          <option value="">{t('choose')}</option>
          {all.length === 0 && values.country !== '' && <option value={values.country}>{values.country}</option>}
          {all.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {line('line1', 'address-line1')}
      {(fields.has('postalCode') || fields.has('city')) && (
        <div className="grid auto-cols-fr grid-flow-col gap-12">
          {line('postalCode', 'postal-code')}
          {line('city', 'address-level2')}
        </div>
      )}
      {states.length > 0 && (
        <Field error={faults.state} label={t('state')} required>
          <Select
            autoComplete="address-level1"
            name="state"
            onChange={(event) => change({ state: event.currentTarget.value })}
            value={values.state}
          >
            <option value="">{t('choose')}</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  )
}
