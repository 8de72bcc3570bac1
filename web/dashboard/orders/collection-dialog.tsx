import type { Order } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/orders/messages.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Amount } from '#web/ui/text/amount.tsx'

/** A manual action of a merchant on an order that is overdue. */
export type CollectionDialogName = 'retry' | 'void'

const calls = { retry: client.orders.retryPayment, void: client.orders.void } as const

/** Attempts the payment of an overdue order again, or gives the order up. */
export default function CollectionDialog({ name, order, onClose }: { name: CollectionDialogName; order: Order; onClose: () => void }) {
  const action = useAction(calls[name], ['orders', 'subscriptions'])
  const confirm = async () => {
    const result = await action.run(order.id)
    if (!result || result.error) return
    onClose()
    toast(t(`${name}.done`, { number: order.number }))
  }
  return (
    <ConfirmDialog
      busy={action.busy}
      confirmLabel={t(`${name}.action`)}
      danger={name === 'void'}
      error={action.error === null ? undefined : errorText(action.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t(`${name}.title`, { number: order.number })}
    >
      <p>{t(`${name}.text`)}</p>
      <p>
        {t('detail.due')}: <Amount currency={order.currency} value={order.dueAmount} />
      </p>
    </ConfirmDialog>
  )
}
