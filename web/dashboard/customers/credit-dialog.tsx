import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Customer, CustomerCredit } from '#client/index.ts'
import { PRICE_MAXIMUM } from '#kernel/money.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/customers/money-messages.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { formatMoney } from '#web/ui/text/money.ts'

const NOTE_MAXIMUM = 500
const EXAMPLE = 1000

interface CreditDialogProps {
  readonly customer: Customer
  /** In which the customer buys or has credit, with repetitions. */
  readonly currencies: readonly string[]
  readonly onClose: () => void
}

/** The dialog that gives credit to a customer, in a currency of theirs or in the default one of the organization. */
export function CreditDialog({ currencies, ...props }: CreditDialogProps) {
  const merchant = useQuery(apiQuery('organizations', 'get', props.customer.organizationId))
  if (merchant.data === undefined) return null
  return <CreditForm {...props} currencies={[...new Set([merchant.data.defaultCurrency, ...currencies])]} />
}

interface CreditValues {
  /** Minor units; null while the text is no amount. */
  readonly amount: number | null
  readonly currency: string
  readonly note: string
}

function CreditForm({ customer, currencies, onClose }: CreditDialogProps) {
  const { locale } = useLanguage()
  // A retry after a lost response sends the same key, so that it does not give credit a second time.
  const idempotencyKey = useRef(crypto.randomUUID())
  const give = useAction(client.customers.giveCredit, ['customers', 'ledgerEntries'])
  const form = useForm<CreditValues, CustomerCredit>({
    initial: { amount: null, currency: currencies[0] ?? 'usd', note: '' },
    rules: {
      amount: (amount, { currency }) => {
        if (amount === null || amount < 1) return t('dialog.amountInvalid', { example: formatMoney(locale, EXAMPLE, currency) })
        return amount > PRICE_MAXIMUM ? t('dialog.amountHigh', { amount: formatMoney(locale, PRICE_MAXIMUM, currency) }) : undefined
      },
    },
    refusals: { texts: {}, text: errorText },
    send: async ({ amount, currency, note }) => {
      const body = { amount: amount ?? 0, currency, ...(note.trim() !== '' && { note: note.trim() }) }
      const result = await give.run(customer.id, body, { idempotencyKey: idempotencyKey.current })
      const isOver = result?.error === null || (result?.error && result.error.status >= 400 && result.error.status < 500)
      if (isOver) idempotencyKey.current = crypto.randomUUID()
      return result
    },
    onDone: ({ amount, currency }) => {
      onClose()
      toast(t('dialog.done', { amount: formatMoney(locale, amount, currency) }))
    },
  })
  const { amount, currency } = form.values
  const isValid = amount !== null && amount > 0 && amount <= PRICE_MAXIMUM
  return (
    <FormDialog
      form={form}
      lead={t('dialog.lead', { customer: nameOf(customer) })}
      onClose={onClose}
      submitLabel={isValid ? t('dialog.action', { amount: formatMoney(locale, amount, currency) }) : t('dialog.actionPlain')}
      title={t('dialog.title')}
    >
      <div className={currencies.length > 1 ? 'grid items-start gap-16 wide:grid-cols-2' : undefined}>
        <Field {...form.field('amount')} label={t('dialog.amount')} required>
          <MoneyInput currency={currency} name="amount" onChange={(minor) => form.set({ amount: minor })} value={amount} />
        </Field>
        {currencies.length > 1 && (
          <Field {...form.field('currency')} label={t('dialog.currency')} required>
            <Select {...form.text('currency')}>
              {currencies.map((each) => (
                <option key={each} value={each}>
                  {each.toUpperCase()}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <Field {...form.field('note')} hint={t('dialog.noteHint')} label={t('dialog.note')} optional>
        <Textarea maxLength={NOTE_MAXIMUM} rows={2} {...form.text('note')} />
      </Field>
      <p className="text-caption text-muted">{t('dialog.where')}</p>
    </FormDialog>
  )
}
