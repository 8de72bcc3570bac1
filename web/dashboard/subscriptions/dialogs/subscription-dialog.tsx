import type { Subscription } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { useDayText } from '#web/parts/subscriptions/next-date.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'

/** The action of a dialog of a subscription. `keep` takes a scheduled change of its product back, `resume` its cancellation. */
export type SubscriptionDialogName = 'change' | 'keep' | 'cancel' | 'resume' | 'revoke'

interface DialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
}

/** The dialog of this name. */
export default function SubscriptionDialog({ name, ...props }: DialogProps & { name: SubscriptionDialogName }) {
  if (name === 'change') return <ChangeDialog {...props} />
  if (name === 'cancel' || name === 'revoke') return <CancelDialog {...props} />
  return <TakeBackDialog name={name} {...props} />
}

/** Takes back what is scheduled for the end of the period. */
function TakeBackDialog({ name, subscription, onClose }: DialogProps & { name: 'keep' | 'resume' }) {
  const day = useDayText(subscription)
  const { id, product, productId, currentPeriodEnd } = subscription
  const update = useAction(client.subscriptions.update, ['subscriptions'])
  const confirm = async () => {
    const result = await update.run(id, name === 'resume' ? { cancelAtPeriodEnd: false } : { productId })
    if (!result || result.error) return
    onClose()
    toast(t(`${name}.done`))
  }
  return (
    <ConfirmDialog
      busy={update.busy}
      confirmLabel={t(`${name}.action`)}
      error={update.error === null ? undefined : errorText(update.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t(`${name}.title`)}
    >
      {t(`${name}.text`, { product: product.name, date: day(currentPeriodEnd) })}
    </ConfirmDialog>
  )
}
