import { useState } from 'react'
import { AddressFields } from '#web/parts/checkouts/page/address-fields.tsx'
import type { FieldName, FormValues } from '#web/parts/checkouts/page/fields.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { Order } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'
import { tPurchase } from '../purchase-messages.ts'
import { noValues } from '../settings/values.ts'
import { usePortal } from '../state.tsx'

const ADDRESS = new Set<FieldName>(['country', 'line1', 'postalCode', 'city', 'state'])

const valuesOf = ({ billingName, billingAddress: address }: Order): FormValues => ({
  ...noValues,
  name: billingName ?? '',
  country: address?.country ?? '',
  line1: address?.line1 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
})

/** The buyer whom the invoice of an order is to name. Saves it, then calls `onSaved`. */
export function BuyerForm({ order, onSaved, onCancel }: { order: Order; onSaved: () => Promise<void>; onCancel: () => void }) {
  const { api } = usePortal()
  const [values, setValues] = useState(() => valuesOf(order))
  const [state, setState] = useState<{ faults: Partial<Record<FieldName, string>>; failure: string | null; attempts: number }>({
    faults: {},
    failure: null,
    attempts: 0,
  })
  const [busy, setBusy] = useState(false)
  const change = (changes: Partial<FormValues>) => setValues((now) => ({ ...now, ...changes }))
  const refuse = (faults: Partial<Record<FieldName, string>>, failure: string | null) =>
    setState(({ attempts }) => ({ faults, failure, attempts: attempts + 1 }))
  const save = async () => {
    const missing = (['name', 'country'] as const).filter((field) => values[field].trim() === '')
    if (missing.length > 0) return refuse(Object.fromEntries(missing.map((field) => [field, tPurchase('documents.missing')])), null)
    setBusy(true)
    const { country, line1, postalCode, city, state: region } = values
    const billingAddress = { country, line1, line2: order.billingAddress?.line2 ?? null, postalCode, city, state: region }
    const { error } = await api.updateOrder(order.id, { billingName: values.name.trim(), billingAddress })
    if (error === null) await onSaved()
    else refuse({}, failureText(error))
    setBusy(false)
  }
  return (
    <Form attempts={state.attempts} busy={busy} onSubmit={() => void save()}>
      <Field error={state.faults.name} label={tPurchase('documents.name')}>
        <TextInput
          autoComplete="organization"
          name="name"
          onChange={(event) => change({ name: event.currentTarget.value })}
          value={values.name}
        />
      </Field>
      <AddressFields change={change} faults={state.faults} fields={ADDRESS} values={values} />
      <Fault text={state.failure} />
      <p className="text-caption text-muted">{tPurchase('documents.final')}</p>
      <div className="flex flex-wrap gap-8">
        <Button busy={busy} type="submit" variant="primary">
          {tPurchase('documents.generate')}
        </Button>
        <Button onClick={onCancel} variant="quiet">
          {tPurchase('documents.cancel')}
        </Button>
      </div>
    </Form>
  )
}
