import { useMemo } from 'react'
import { Field } from '#web/ui/asking/field.tsx'
import { Select } from '#web/ui/asking/select.tsx'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import type { FieldsProps } from './pay-form.tsx'
import { countries, statesOf } from './places.ts'
import { say } from './words.ts'

/** Where the buyer is: the country always, more of the address as the checkout asks for it. */
export function AddressFields({ typed, faults, fields, change }: FieldsProps) {
  const { locale } = useLanguage()
  const all = useMemo(() => countries(locale), [locale])
  const states = statesOf(typed.country)
  return (
    <>
      <Field error={faults.country} label={say('country')} required>
        <Select
          autoComplete="country"
          onChange={(event) => change({ country: event.currentTarget.value, state: '' })}
          value={typed.country}
        >
          <option value="">{say('choose')}</option>
          {all.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {fields.has('line1') && (
        <Field error={faults.line1} label={say('line1')} required>
          <TextInput autoComplete="address-line1" onChange={(event) => change({ line1: event.currentTarget.value })} value={typed.line1} />
        </Field>
      )}
      {(fields.has('postalCode') || fields.has('city')) && (
        <div className="grid grid-cols-2 gap-12">
          <Field error={faults.postalCode} label={say('postalCode')} required>
            <TextInput
              autoComplete="postal-code"
              onChange={(event) => change({ postalCode: event.currentTarget.value })}
              value={typed.postalCode}
            />
          </Field>
          <Field error={faults.city} label={say('city')} required>
            <TextInput autoComplete="address-level2" onChange={(event) => change({ city: event.currentTarget.value })} value={typed.city} />
          </Field>
        </div>
      )}
      {fields.has('state') && states.length > 0 && (
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
