import { useState } from 'react'
import { cancellationReasons } from '#web/parts/subscriptions/cancellation-reasons.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { Subscription } from '../api.ts'
import { daysIn } from '../labels.ts'
import { Fault } from '../page.tsx'
import { tPurchase } from '../purchase-messages.ts'
import { usePortal } from '../state.tsx'
import { useRun } from '../use-run.ts'

const COMMENT_MAXIMUM = 1000

/** Cancels a subscription for the end of its period. The reason and the comment are the customer's choice. */
export default function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { locale } = useLanguage()
  const { api, shop } = usePortal()
  const [reason, setReason] = useState('')
  const [comment, setComment] = useState('')
  const { busy, fault, run } = useRun()
  const date = daysIn(subscription.billingTimezone, locale).day(subscription.currentPeriodEnd)
  const cancel = async () => {
    const chosen = cancellationReasons.find((each) => each === reason) ?? null
    const body = { cancelAtPeriodEnd: true, cancellationReason: chosen, cancellationComment: comment.trim() || null }
    if (!(await run('cancel', () => api.updateSubscription(subscription.id, body)))) return
    onClose()
    toast(tPurchase('cancel.done', { date }))
  }
  return (
    <Dialog
      busy={busy !== null}
      foot={
        <>
          <Button disabled={busy !== null} onClick={onClose}>
            {tPurchase('cancel.keep')}
          </Button>
          <Button busy={busy !== null} onClick={() => void cancel()} variant="danger">
            {tPurchase('cancel.confirm')}
          </Button>
        </>
      }
      lead={tPurchase('cancel.lead', { date })}
      onClose={onClose}
      open
      size="small"
      title={tPurchase('cancel.title', { product: subscription.product.name })}
    >
      <Field label={tPurchase('cancel.reason')} optional>
        <Select name="reason" onChange={(event) => setReason(event.currentTarget.value)} value={reason}>
          <option value="">{tPurchase('cancel.choose')}</option>
          {cancellationReasons.map((each) => (
            <option key={each} value={each}>
              {tPurchase(`cancel.reasons.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field hint={tPurchase('cancel.commentHint', { merchant: shop.organization.name })} label={tPurchase('cancel.comment')} optional>
        <Textarea maxLength={COMMENT_MAXIMUM} name="comment" onChange={(event) => setComment(event.currentTarget.value)} value={comment} />
      </Field>
      <Fault text={fault} />
    </Dialog>
  )
}
