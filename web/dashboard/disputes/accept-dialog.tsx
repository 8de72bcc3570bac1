import type { Dispute } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t } from '#web/parts/disputes/messages.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Amount } from '#web/ui/text/amount.tsx'

/** Accepts a dispute: the payment is lost. */
export default function AcceptDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const accept = useAction(client.disputes.accept, ['disputes', 'orders', 'ledgerEntries', 'subscriptions'])
  const confirm = async () => {
    const result = await accept.run(dispute.id)
    if (!result || result.error) return
    onClose()
    toast(t('accept.done'))
  }
  return (
    <ConfirmDialog
      busy={accept.busy}
      confirmLabel={t('accept.action')}
      danger
      error={accept.error === null ? undefined : errorText(accept.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('accept.title')}
    >
      <p>{t('accept.text', { customer: nameOf(dispute.customer) })}</p>
      <p>
        {t('amount')}: <Amount currency={dispute.currency} value={dispute.totalAmount} /> · {t('fee')}:{' '}
        <Amount currency={dispute.currency} value={dispute.feeAmount} />
      </p>
    </ConfirmDialog>
  )
}
