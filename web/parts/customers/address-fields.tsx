import { useMemo } from 'react'
import { addresses } from '#messages/addresses.ts'
import { messages } from '#web/language.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { countries, type Region, statesOf } from '../checkouts/page/regions.ts'
import type { useForm } from '../use-form.ts'
import type { AddressValues } from './address-values.ts'

const t = messages(addresses)

type Form = ReturnType<typeof useForm<AddressValues, unknown>>

/** The parts that the fields need of a form, which may hold more than an address. */
interface AddressForm extends Pick<Form, 'values' | 'set' | 'field'> {
  readonly text: (name: keyof AddressValues) => Omit<ReturnType<Form['text']>, 'name'> & { readonly name: string }
}

interface AddressFieldsProps {
  readonly form: AddressForm
  readonly needs: 'nothing' | 'country' | 'whole'
  readonly maxLength: number
}

/**
 * The fields of a postal address within a form. The others appear with the country, because an address without one is not stored.
 * `needs` says what is not marked as optional: nothing, the country alone, or the whole address but its further line and its state.
 * `maxLength` is that of each text, in characters.
 */
export function AddressFields(props: AddressFieldsProps) {
  const { form, needs } = props
  const { locale } = useLanguage()
  const all = useMemo(() => countries(locale), [locale])
  const { country } = form.values
  return (
    <>
      <Field {...form.field('country')} label={t('country')} optional={needs === 'nothing'} required={needs === 'country'}>
        <Select {...form.text('country')} onChange={(event) => form.set({ country: event.currentTarget.value, state: '' })}>
          <Options regions={all} />
        </Select>
      </Field>
      {country !== '' && <Lines {...props} />}
    </>
  )
}

function Lines({ form, needs, maxLength }: AddressFieldsProps) {
  const states = statesOf(form.values.country)
  const text = (name: Exclude<keyof AddressValues, 'country'>) => (
    <TextInput {...form.text(name)} autoComplete="off" maxLength={maxLength} />
  )
  const line = (name: 'line1' | 'line2' | 'postalCode' | 'city') => (
    <Field {...form.field(name)} label={t(name)} optional={needs !== 'whole' || name === 'line2'}>
      {text(name)}
    </Field>
  )
  return (
    <>
      {line('line1')}
      {line('line2')}
      <div className="grid items-start gap-16 wide:grid-cols-[1fr_2fr]">
        {line('postalCode')}
        {line('city')}
      </div>
      <Field {...form.field('state')} label={t('state')} optional>
        {states.length === 0 ? (
          text('state')
        ) : (
          <Select {...form.text('state')}>
            <Options regions={states} />
          </Select>
        )}
      </Field>
    </>
  )
}

function Options({ regions }: { regions: readonly Region[] }) {
  return (
    <>
      <option value="">{t('notChosen')}</option>
      {regions.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
