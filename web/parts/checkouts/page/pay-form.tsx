import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { type StripeCard, useStripeCard } from '#web/parts/payments/stripe-card.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { afterAttempt, afterBlur, afterChange, isFaulty, untouched } from '#web/ui/inputs/form-state.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { AddressFields } from './address-fields.tsx'
import { BusinessFields } from './business-fields.tsx'
import { buyer } from './buyer.ts'
import { type Answers, answerName, answersOf, initialAnswers, missingAnswers } from './custom-fields/answers.ts'
import {
  confirmOf,
  type Faults,
  type FieldName,
  type FormCheckout,
  type FormValues,
  faultsOf,
  initialValues,
  isByStripe,
  requiredFields,
} from './fields.ts'
import { t } from './messages.ts'
import { PaymentFields } from './payment-fields.tsx'
import { usePlace } from './use-place.ts'

// Ahead, because the page may not load anything when a request fails.
const loadingRefusals = import('./refusals.ts')
// Loaded where a merchant asks for more than every checkout does.
const CustomFields = lazy(() => import('./custom-fields/custom-fields.tsx'))

/** The props of a group of fields. */
export interface FieldsProps {
  readonly values: FormValues
  readonly faults: Faults
  readonly fields: ReadonlySet<FieldName>
  readonly change: (changes: Partial<FormValues>) => void
}

/** The form for buyer and payment. `message` is the message about the previous attempt, `note` is read before the button. */
export function PayForm(props: {
  checkout: FormCheckout
  message: string | null
  note?: ReactNode
  onChanged: (checkout: PublicCheckout) => void
  onClosed: () => Promise<void> | void
}) {
  const { checkout, onChanged, onClosed } = props
  const [values, setValues] = useState(() => initialValues(checkout))
  const [answers, setAnswers] = useState(() => initialAnswers(checkout))
  const [state, setState] = useState(untouched)
  const [message, setMessage] = useState(props.message)
  const [busy, setBusy] = useState(false)
  // One idempotency key per body: submitting again after a lost response repeats the same attempt.
  const attempt = useRef<{ readonly key: string; readonly body: string } | null>(null)
  const card = useStripeCard()
  const place = usePlace({
    checkout,
    onChanged,
    loadingRefusals,
    onTaxIdFault: (taxId) => setState((now) => ({ ...now, faults: { ...now.faults, taxId } })),
  })
  const fields = requiredFields(checkout, values)
  const { attachedCustomFields: customFields } = checkout

  const change = (changes: Partial<FormValues>) => {
    setValues((now) => ({ ...now, ...changes }))
    setState((now) => afterChange(now, Object.keys(changes)))
    if (changes.country !== undefined || changes.isBusiness !== undefined || changes.state !== undefined)
      place.update({ ...values, ...changes })
  }
  const showFaults = (found: Faults, text: string | null) => {
    setBusy(false)
    setState((now) => afterAttempt(now, found))
    setMessage(text)
  }
  const check = (): Faults => {
    const missing = missingAnswers(customFields, answers).map((slug) => [
      answerName(slug),
      t(answers[slug] === false ? 'faultTick' : 'faultRequired'),
    ])
    return { ...faultsOf(values, fields, new Date()), ...Object.fromEntries(missing) }
  }
  const submit = async () => {
    const found = check()
    if (isFaulty(found)) return showFaults(found, t('faultForm'))
    setMessage(null)
    setBusy(true)
    // A location update that is on its way would fail after the confirm closed the checkout.
    await place.settle(values)
    const taken = await takeCard(checkout, card, { values, isRepeated: attempt.current !== null })
    if ('fault' in taken) return showFaults({}, taken.fault)
    // The amount that was due in the moment in which the buyer pressed the button.
    const seen = { expectedTotalAmount: checkout.activeTrialInterval === null ? checkout.totalAmount : 0 }
    const body = { ...confirmOf(values, fields, taken.token), ...customDataOf(customFields, answers), ...seen }
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { key: crypto.randomUUID(), body: text }
    const result = await buyer.confirm(checkout.clientSecret, body, { idempotencyKey: attempt.current.key, retry: 2 })
    setBusy(false)
    if (result.error === null) return onChanged(result.data)
    if (result.error.status !== 0) attempt.current = null
    const { faultsFrom, isClosed, isTotalOther, isTrialUsed, messageOf } = await loadingRefusals
    if (isClosed(result.error) || isTrialUsed(result.error)) await onClosed()
    if (isTotalOther(result.error)) await place.settle(values, true)
    showFaults(faultsFrom(result.error), messageOf(result.error))
  }
  const faults = state.faults as Faults
  return (
    <Form
      attempts={state.attempts}
      busy={busy}
      className="grid grid-cols-[minmax(0,1fr)] gap-28"
      onBlur={(name) => {
        setState((now) => afterBlur(now, name, check()))
        if (name === 'taxId' && (values.taxId.trim() || null) !== checkout.customerTaxId) place.update(values)
      }}
      onSubmit={() => void submit()}
    >
      <ContactFields
        answers={answers}
        change={change}
        checkout={checkout}
        faults={faults}
        onAnswer={(slug, answer) => {
          setAnswers((now) => ({ ...now, [slug]: answer }))
          setState((now) => afterChange(now, [answerName(slug)]))
        }}
        values={values}
      />
      <div className="grid gap-16">
        {fields.has('name') && <PaymentFields {...{ card, change, checkout, faults, fields, values }} />}
        <BusinessFields change={change} faults={faults} fields={fields} values={values} />
        {fields.has('country') && <AddressFields change={change} faults={faults} fields={fields} values={values} />}
      </div>
      {message !== null && (
        <Banner alert tone="bad">
          {message}
        </Banner>
      )}
      <Submit busy={busy} checkout={checkout} note={props.note} />
    </Form>
  )
}

/** The token of Stripe's form; null where the card is entered in fields of ours. */
async function takeCard(checkout: FormCheckout, card: StripeCard, { values, isRepeated }: { values: FormValues; isRepeated: boolean }) {
  if (!isByStripe(checkout)) return { token: null }
  return card.take({ name: values.name.trim(), address: { country: values.country } }, isRepeated)
}

function customDataOf(fields: FormCheckout['attachedCustomFields'], answers: Answers) {
  return fields.length > 0 ? { customFieldData: answersOf(fields, answers) } : {}
}

/** The button, below what the buyer agrees to by it. */
function Submit({ checkout, busy, note }: { checkout: FormCheckout; busy: boolean; note: ReactNode }) {
  const { locale } = useLanguage()
  return (
    <div className="grid gap-12">
      {note}
      <Button busy={busy} variant="primary" size="tall" type="submit" wide>
        {buttonText(checkout, locale)}
      </Button>
    </div>
  )
}

function buttonText(checkout: FormCheckout, locale: string): string {
  const { activeTrialInterval, currency, isFreeProductPrice, product, totalAmount } = checkout
  if (isFreeProductPrice) return t('getFree')
  if (activeTrialInterval !== null) return t('startTrial')
  if (product.recurringInterval !== null) return t('subscribe')
  return totalAmount === 0 ? t('getFree') : t('pay', { amount: formatMoney(locale, totalAmount, currency) })
}

/** The buyer's email, and the fields that the merchant adds. */
function ContactFields(
  props: Omit<FieldsProps, 'fields'> & {
    checkout: FormCheckout
    answers: Answers
    onAnswer: (slug: string, answer: string | boolean) => void
  },
) {
  const { checkout, values, faults, change, answers, onAnswer } = props
  return (
    <div className="grid gap-16">
      <h2 className="flex min-h-32 items-center text-body font-strong">{t('contact')}</h2>
      <Field error={faults.email} hint={t('emailHint')} label={t('email')} required>
        <TextInput
          autoComplete="email"
          disabled={checkout.customerId !== null}
          inputMode="email"
          name="email"
          onChange={(event) => change({ email: event.currentTarget.value })}
          type="email"
          value={values.email}
        />
      </Field>
      {checkout.attachedCustomFields.length > 0 && (
        <Suspense fallback={null}>
          <CustomFields answers={answers} faults={faults} fields={checkout.attachedCustomFields} onChange={onAnswer} />
        </Suspense>
      )}
    </div>
  )
}
