import type { Subscription } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { cancellationReasons } from '#web/parts/subscriptions/cancellation-reasons.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { useDayText } from '#web/parts/subscriptions/next-date.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

interface CancelValues {
  readonly when: 'period_end' | 'now'
  readonly reason: string
  readonly comment: string
}

/**
 * The dialog that cancels a subscription for the end of its period, or revokes it at once. One that ends already, or whose payment is
 * overdue, can only be revoked here.
 */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const day = useDayText(subscription)
  const { id, customer, product, cancelAtPeriodEnd, currentPeriodEnd, status } = subscription
  const update = useAction(client.subscriptions.update, ['subscriptions', 'orders', 'customers'])
  const isOnlyNow = cancelAtPeriodEnd || (status !== 'active' && status !== 'trialing')
  const form = useForm<CancelValues, Subscription>({
    initial: {
      when: isOnlyNow ? 'now' : 'period_end',
      reason: subscription.customerCancellationReason ?? '',
      comment: subscription.customerCancellationComment ?? '',
    },
    rules: {},
    refusals: { texts: {}, text: errorText },
    send: ({ when, reason, comment }) =>
      update.run(id, {
        ...(when === 'now' ? { revoke: true as const } : { cancelAtPeriodEnd: true }),
        customerCancellationReason: reason === '' ? null : (reason as (typeof cancellationReasons)[number]),
        customerCancellationComment: comment.trim() === '' ? null : comment.trim(),
      }),
    onDone: (_, { when }) => {
      onClose()
      toast(when === 'now' ? t('cancel.revoked') : t('cancel.canceled', { date: day(currentPeriodEnd) }))
    },
  })
  const isNow = form.values.when === 'now'
  return (
    <FormDialog
      closeLabel={t('cancel.close')}
      danger
      form={form}
      lead={t('cancel.lead', { customer: nameOf(customer), product: product.name })}
      onClose={onClose}
      submitLabel={t(isNow ? 'cancel.revoke' : 'cancel.action')}
      title={t('cancel.title')}
    >
      {!isOnlyNow && (
        <Choices
          label={t('cancel.when')}
          onChange={(when) => form.set({ when })}
          options={[
            {
              value: 'period_end',
              title: t('cancel.atEnd', { date: day(currentPeriodEnd) }),
              text: t(status === 'trialing' ? 'cancel.atEndTrial' : 'cancel.atEndText'),
            },
            { value: 'now', title: t('cancel.now'), text: t('cancel.nowText') },
          ]}
          value={form.values.when}
        />
      )}
      {isOnlyNow && <Banner tone="warn">{t('cancel.nowText')}</Banner>}
      <Field {...form.field('reason')} label={t('detail.reason')} optional>
        <Select {...form.text('reason')}>
          <option value="">{t('cancel.noReason')}</option>
          {cancellationReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field {...form.field('comment')} hint={t('cancel.commentHint')} label={t('detail.comment')} optional>
        <Textarea maxLength={1000} rows={2} {...form.text('comment')} />
      </Field>
    </FormDialog>
  )
}
