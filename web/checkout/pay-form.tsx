import { useRef, useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { AddressFields } from './address-fields.tsx'
import { CardFields } from './card-fields.tsx'
import { asked, confirmOf, type Faults, type FieldName, faultsFrom, faultsOf, sentenceOf, type Typed, typedFrom } from './fields.ts'
import { say } from './messages.ts'
import { buyer } from './session.ts'

/** How a group of fields is handed its values: what was typed, what is wrong, and how to change one. */
export interface FieldsProps {
  readonly typed: Typed
  readonly faults: Faults
  readonly fields: ReadonlySet<FieldName>
  readonly change: (changes: Partial<Typed>) => void
}

/** Who buys and how it is paid. `told` is what the last attempt left to say. */
export function PayForm(props: {
  checkout: PublicCheckout
  told: string | null
  onChanged: (checkout: PublicCheckout) => void
  onClosed: () => void
}) {
  const { checkout, onChanged, onClosed } = props
  const { locale } = useLanguage()
  const [typed, setTyped] = useState(() => typedFrom(checkout))
  const [faults, setFaults] = useState<Faults>({})
  const [told, setTold] = useState(props.told)
  const [busy, setBusy] = useState(false)
  // What moves the focus to the first fault is a new attempt, not a field that was mended.
  const [attempts, setAttempts] = useState(0)
  // One key for one intention: pressing again after no answer came repeats the same attempt instead of making another.
  const attempt = useRef<{ readonly key: string; readonly body: string } | null>(null)
  const places = useRef(0)
  const telling = useRef<Promise<unknown>>(Promise.resolve())
  const fields = asked(checkout, typed)

  const change = (changes: Partial<Typed>) => {
    setTyped((now) => ({ ...now, ...changes }))
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes))))
    if (changes.country !== undefined || changes.isBusiness !== undefined)
      telling.current = Promise.all([telling.current, tellPlace({ ...typed, ...changes })])
  }
  const tellPlace = async (next: Typed) => {
    if (!next.country) return
    const turn = ++places.current
    const result = await buyer.update(checkout.clientSecret, {
      customerBillingAddress: { country: next.country, line1: null, line2: null, postalCode: null, city: null, state: next.state || null },
      isBusinessCustomer: next.isBusiness,
    })
    // Of several choices in a row only the last one's totals count.
    if (result.error === null && turn === places.current) onChanged(result.data)
  }
  const tell = (found: Faults, sentence: string | null) => {
    setFaults(found)
    setTold(sentence)
    setAttempts((before) => before + 1)
  }
  const submit = async () => {
    const found = faultsOf(typed, fields, new Date())
    const isFaulty = Object.keys(found).length > 0
    tell(found, isFaulty ? say('faultForm') : null)
    if (isFaulty) return
    setBusy(true)
    // A place that is still being told would find the checkout closed by the confirm.
    await telling.current
    const body = confirmOf(typed, fields)
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { key: crypto.randomUUID(), body: text }
    const result = await buyer.confirm(checkout.clientSecret, body, { idempotencyKey: attempt.current.key, retry: 2 })
    setBusy(false)
    if (result.error === null) return onChanged(result.data)
    if (result.error.status !== 0) attempt.current = null
    if (result.error.status === 403 || result.error.status === 410) onClosed()
    tell(faultsFrom(result.error), sentenceOf(result.error))
  }
  const amount = formatMoney(locale, checkout.totalAmount, checkout.currency)
  return (
    <Form busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-28" faults={attempts} onSubmit={() => void submit()}>
      <div className="grid gap-16">
        <h2 className="flex min-h-32 items-center text-body font-strong">{say('about')}</h2>
        <Field error={faults.email} hint={say('emailHint')} label={say('email')} required>
          <TextInput
            autoComplete="email"
            disabled={checkout.customerId !== null}
            inputMode="email"
            name="email"
            onChange={(event) => change({ email: event.currentTarget.value })}
            type="email"
            value={typed.email}
          />
        </Field>
      </div>
      <div className="grid gap-16">
        {fields.has('card') && (
          <CardFields change={change} faults={faults} fields={fields} isTest={checkout.organization.mode === 'test'} typed={typed} />
        )}
        {fields.has('country') && <AddressFields change={change} faults={faults} fields={fields} typed={typed} />}
        {fields.has('card') && (
          <Checkbox
            checked={typed.isBusiness}
            label={say('business')}
            onChange={(event) => change({ isBusiness: event.currentTarget.checked })}
          />
        )}
        {fields.has('businessName') && (
          <Field error={faults.businessName} label={say('businessName')} required>
            <TextInput
              autoComplete="organization"
              onChange={(event) => change({ businessName: event.currentTarget.value })}
              value={typed.businessName}
            />
          </Field>
        )}
      </div>
      {told !== null && (
        <Banner alert tone="bad">
          {told}
        </Banner>
      )}
      <Button busy={busy} look="primary" size="tall" type="submit" wide>
        {checkout.totalAmount === 0 ? say('getFree') : say('pay', { amount })}
      </Button>
    </Form>
  )
}
