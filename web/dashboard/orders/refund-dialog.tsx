import { useRef, useState } from 'react'
import type { Order, Refund } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { t } from '#web/parts/refunds/messages.ts'
import { refundPreview, refundReasons } from '#web/parts/refunds/values.ts'
import { useForm } from '#web/parts/use-form.ts'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'

interface RefundValues {
  /** Before tax, in minor units; null while the text is no amount. */
  readonly amount: number | null
  readonly reason: string
  readonly comment: string
}

/** The dialog that refunds an order: it shows what will happen before it happens, and states what happened. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { locale } = useLanguage()
  const { id, currency, refundableAmount, creditedAmount } = order
  const money = (minor: number) => formatMoney(locale, minor, currency)
  // A retry after a lost response sends the same key, so that it does not refund a second time.
  const idempotencyKey = useRef(crypto.randomUUID())
  const [failed, setFailed] = useState<Refund | null>(null)
  const create = useAction(client.refunds.create, ['refunds', 'orders', 'ledgerEntries'])
  const form = useForm<RefundValues, Refund>({
    initial: { amount: refundableAmount, reason: 'customer_request', comment: '' },
    rules: {
      amount: (amount) => {
        if (amount === null || amount < 1) return t('dialog.amountInvalid', { example: money(refundableAmount) })
        return amount > refundableAmount ? t('dialog.amountHigh', { amount: money(refundableAmount) }) : undefined
      },
    },
    refusals: { texts: {}, text: errorText },
    send: async ({ amount, reason, comment }) => {
      setFailed(null)
      const body = { orderId: id, reason: reason as Refund['reason'], amount, ...(comment.trim() !== '' && { comment: comment.trim() }) }
      const result = await create.run(body, { idempotencyKey: idempotencyKey.current })
      const isOver = result?.error === null || (result?.error && result.error.status >= 400 && result.error.status < 500)
      if (isOver) idempotencyKey.current = crypto.randomUUID()
      return result
    },
    onDone: (refund) => {
      if (refund.status === 'failed') return setFailed(refund)
      onClose()
      toast(t(refund.status === 'pending' ? 'dialog.pending' : 'dialog.done', { amount: money(refund.totalAmount) }))
    },
  })
  const { amount } = form.values
  const isValid = amount !== null && amount > 0 && amount <= refundableAmount
  return (
    <FormDialog
      danger
      form={form}
      lead={t('dialog.lead', { customer: nameOf(order.customer), number: order.number })}
      onClose={onClose}
      submitLabel={isValid ? t('dialog.action', { amount: money(refundPreview(order, amount).total) }) : t('dialog.actionPlain')}
      title={t('dialog.title')}
    >
      {failed !== null && <Banner tone="bad">{t(`failures.${failed.failureReason ?? 'refused_by_bank'}`)}</Banner>}
      <Field
        {...form.field('amount')}
        hint={
          creditedAmount > 0
            ? t('dialog.amountHintCredited', { amount: money(refundableAmount), credited: money(creditedAmount) })
            : t('dialog.amountHint', { amount: money(refundableAmount) })
        }
        label={t('dialog.amount')}
        required
      >
        <MoneyInput currency={currency} name="amount" onChange={(minor) => form.set({ amount: minor })} value={amount} />
      </Field>
      <Field {...form.field('reason')} label={t('reason')} required>
        <Select {...form.text('reason')}>
          {refundReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field {...form.field('comment')} hint={t('dialog.commentHint')} label={t('comment')} optional>
        <Textarea maxLength={1000} rows={2} {...form.text('comment')} />
      </Field>
      <Preview amount={isValid ? amount : null} order={order} />
    </FormDialog>
  )
}

/** The effect of the refund. */
function Preview({ order, amount }: { order: Order; amount: number | null }) {
  const figures = refundPreview(order, amount ?? 0)
  const shown = (value: number) => (amount === null ? '–' : <Amount currency={order.currency} value={value} />)
  return (
    <section aria-label={t('dialog.preview')} aria-live="polite" className="grid gap-8">
      <DescriptionList
        items={[
          [t('dialog.beforeTax'), shown(figures.amount)],
          order.taxAmount > 0 && [t('dialog.tax'), shown(figures.tax)],
          [t('dialog.total'), <strong key="total">{shown(figures.total)}</strong>],
          [t('dialog.left'), shown(figures.left)],
        ]}
      />
      <p className="text-caption text-muted">{t('dialog.where')}</p>
    </section>
  )
}
