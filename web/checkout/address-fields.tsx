import { useEffect, useMemo, useState } from 'react'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { say } from './messages.ts'
import type { FieldsProps } from './pay-form.tsx'

type Places = typeof import('./places.ts')

// The names of places are a tenth of this page: they are on their way while the checkout itself is asked for.
const onTheirWay = import('./places.ts')

function usePlaces(): Places | null {
  const [places, setPlaces] = useState<Places | null>(null)
  useEffect(() => void onTheirWay.then(setPlaces), [])
  return places
}

/** Where the buyer is: the country always, more of the address as the checkout asks for it. */
export function AddressFields({ typed, faults, fields, change }: FieldsProps) {
  const { locale } = useLanguage()
  const places = usePlaces()
  const all = useMemo(() => places?.countries(locale) ?? [], [places, locale])
  const states = (fields.has('state') && places?.statesOf(typed.country)) || []
  const line = (field: 'line1' | 'postalCode' | 'city', autoComplete: string) =>
    fields.has(field) && (
      <Field error={faults[field]} label={say(field)} required>
        <TextInput autoComplete={autoComplete} onChange={(event) => change({ [field]: event.currentTarget.value })} value={typed[field]} />
      </Field>
    )
  return (
    <>
      <Field error={faults.country} label={say('country')} required>
        <Select
          autoComplete="country"
          onChange={(event) => change({ country: event.currentTarget.value, state: '' })}
          value={typed.country}
        >
          <option value="">{say('choose')}</option>
          {all.length === 0 && typed.country !== '' && <option value={typed.country}>{typed.country}</option>}
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
        <Field error={faults.state} label={say('state')} required>
          <Select autoComplete="address-level1" onChange={(event) => change({ state: event.currentTarget.value })} value={typed.state}>
            <option value="">{say('choose')}</option>
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
