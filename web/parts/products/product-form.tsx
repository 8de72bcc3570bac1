import type { ReactNode } from 'react'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { formFaultText } from '../field-faults.ts'
import type { FaultMessages, OtherMessage, ProductFaults, ProductValues } from './form-values.ts'
import { t } from './messages.ts'

/** The messages of the form's faults, with amounts in this currency. */
export function useFaultMessages(currency: string): FaultMessages & OtherMessage {
  const { locale } = useLanguage()
  const money = (minor: number) => formatMoney(locale, minor, currency)
  return {
    name: t('form.nameMissing'),
    amount: t('form.amountMissing', { example: money(2900) }),
    low: (bound) => t('form.amountLow', { amount: money(bound) }),
    high: (bound) => t('form.amountHigh', { amount: money(bound) }),
    keyMissing: t('form.keyMissing'),
    keyDuplicate: t('form.keyDuplicate'),
    other: (error) => `${t('form.failed')} ${formFaultText(error)}`,
  }
}

/**
 * The form of a product: about, price, metadata. `group` renders a settings group around each; `previousAmount` is the price before the
 * edit.
 */
export function ProductForm(props: {
  values: ProductValues
  onChange: (values: ProductValues) => void
  faults: ProductFaults | null
  previousAmount: number | null
  busy: boolean
  onSubmit: () => void
  group: (group: { title: string; text: ReactNode; children: ReactNode }) => ReactNode
  children: ReactNode
}) {
  const { values, onChange, faults, previousAmount, group } = props
  const set = (change: Partial<ProductValues>) => onChange({ ...values, ...change })
  const currency = values.currency
  return (
    <Form
      busy={props.busy}
      className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32"
      faults={faults}
      onSubmit={props.onSubmit}
      saveKey
    >
      {group({
        title: t('form.details'),
        text: t('form.detailsText'),
        children: (
          <Card>
            <CardBody>
              <Field error={faults?.name} label={t('name')} required>
                <TextInput autoComplete="off" onChange={(event) => set({ name: event.target.value })} value={values.name} />
              </Field>
              <Field error={faults?.description} label={t('form.description')} optional>
                <Textarea onChange={(event) => set({ description: event.target.value })} value={values.description} />
              </Field>
            </CardBody>
          </Card>
        ),
      })}
      {group({
        title: t('form.price'),
        text: previousAmount === null ? t('form.priceText', { currency: currency.toUpperCase() }) : t('form.priceChangeText'),
        children: (
          <Card>
            <CardBody>
              <PriceField error={faults?.amount} onAmount={(amount) => set({ amount })} values={values} previousAmount={previousAmount} />
            </CardBody>
          </Card>
        ),
      })}
      {group({
        title: t('form.metadata'),
        text: t('form.metadataText'),
        children: (
          <Card>
            <CardBody>
              <KeyValueEditor errors={faults?.pairs} onChange={(pairs) => set({ pairs })} pairs={values.pairs} />
            </CardBody>
          </Card>
        ),
      })}
      {props.children}
    </Form>
  )
}

function PriceField(props: {
  values: ProductValues
  previousAmount: number | null
  error: string | undefined
  onAmount: (amount: number | null) => void
}) {
  const { values, previousAmount, error } = props
  const { locale } = useLanguage()
  const isChanged = previousAmount !== null && values.amount !== previousAmount
  return (
    <>
      <div className="grid max-w-320">
        <Field
          error={error}
          hint={isChanged ? t('form.was', { amount: formatMoney(locale, previousAmount, values.currency) }) : undefined}
          label={t('form.amount')}
          required
        >
          <MoneyInput currency={values.currency} onChange={props.onAmount} value={values.amount} />
        </Field>
      </div>
      {values.amount !== null && (
        <p className="rounded-well bg-sunken px-12 py-10 text-label text-muted">
          {t('form.example')}{' '}
          <b className="font-strong text-text">
            <Amount currency={values.currency} value={values.amount} />
          </b>{' '}
          {t('form.exampleOnce')}
        </p>
      )}
    </>
  )
}
