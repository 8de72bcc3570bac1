import { useState } from 'react'
import { AddressFields } from '#web/parts/checkouts/page/address-fields.tsx'
import type { FieldName } from '#web/parts/checkouts/page/fields.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { Customer } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'
import { type DetailsValues, detailsOf, lacksCountry, updateOf } from './values.ts'

const ADDRESS = new Set<FieldName>(['country', 'line1', 'postalCode', 'city', 'state'])
/** The fields by the names of the API. */
const names: Readonly<Record<string, keyof DetailsValues>> = {
  name: 'name',
  tax_id: 'taxId',
  'billing_address.country': 'country',
  'billing_address.line1': 'line1',
  'billing_address.postal_code': 'postalCode',
  'billing_address.city': 'city',
  'billing_address.state': 'state',
}

type Faults = Partial<Record<keyof DetailsValues, string>>

/** Name, address and tax ID, as invoices from now on name them. */
export function DetailsForm({ customer }: { customer: Customer }) {
  const { api, reload } = usePortal()
  const [values, setValues] = useState(() => detailsOf(customer))
  const [state, setState] = useState<{ faults: Faults; failure: string | null; attempts: number; busy: boolean }>({
    faults: {},
    failure: null,
    attempts: 0,
    busy: false,
  })
  const change = (changes: Partial<DetailsValues>) => {
    setValues((now) => ({ ...now, ...changes }))
    const isOther = ([name]: [string, unknown]) => !(name in changes)
    setState((now) => ({ ...now, faults: Object.fromEntries(Object.entries(now.faults).filter(isOther)) }))
  }
  const refuse = (faults: Faults, failure: string | null) =>
    setState((now) => ({ faults, failure, attempts: now.attempts + 1, busy: false }))
  const save = async () => {
    if (lacksCountry(values)) return refuse({ country: t('details.countryMissing') }, null)
    setState((now) => ({ ...now, failure: null, busy: true }))
    const { data, error } = await api.updateMe(updateOf(values, customer))
    if (error !== null) {
      const found = error.fields.flatMap(({ path }) => {
        const name = names[path] ?? (path.startsWith('tax_id') ? 'taxId' : undefined)
        return name === undefined ? [] : [[name, t(name === 'taxId' ? 'details.taxIdFault' : 'details.fault')]]
      })
      return refuse(Object.fromEntries(found), found.length > 0 ? null : failureText(error))
    }
    setState((now) => ({ ...now, faults: {}, busy: false }))
    setValues(detailsOf(data))
    await reload()
    toast(t('details.saved'))
  }
  const { faults } = state
  return (
    <Card>
      <CardHead title={t('details.title')} />
      <CardBody underHead>
        <Form attempts={state.attempts} busy={state.busy} onSubmit={() => void save()}>
          <Field error={faults.name} label={t('details.name')}>
            <TextInput
              autoComplete="name"
              name="name"
              onChange={(event) => change({ name: event.currentTarget.value })}
              value={values.name}
            />
          </Field>
          <AddressFields change={change} faults={faults} fields={ADDRESS} values={values} />
          <Field error={faults.taxId} hint={t('details.taxIdHint')} label={t('details.taxId')} optional>
            <TextInput
              autoComplete="off"
              name="taxId"
              onChange={(event) => change({ taxId: event.currentTarget.value })}
              value={values.taxId}
            />
          </Field>
          <Fault text={state.failure} />
          <div>
            <Button busy={state.busy} type="submit" variant="primary">
              {t('details.save')}
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  )
}
