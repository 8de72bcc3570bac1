import { useState } from 'react'
import type { Customer } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './change-messages.ts'
import { nameOf } from './identity.tsx'

/** Confirms and deletes a customer, with its personal data where that is chosen. */
export function DeleteCustomerDialog(props: {
  customer: Customer | undefined
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const { customer, open, onClose, onDeleted } = props
  const [isErasing, setIsErasing] = useState(false)
  const remove = useAction(isErasing ? client.customers.anonymize : client.customers.delete, ['customers', 'orders', 'checkouts'])
  if (customer === undefined) return null
  const name = nameOf(customer)
  const close = () => {
    remove.reset()
    setIsErasing(false)
    onClose()
  }
  const confirm = async () => {
    const result = await remove.run(customer.id)
    if (result === null || result.error !== null) return
    close()
    toast(t(isErasing ? 'delete.erased' : 'delete.done', { name }))
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      busy={remove.busy}
      confirmLabel={t(isErasing ? 'delete.eraseAction' : 'delete.action')}
      danger
      error={remove.error === null ? undefined : errorText(remove.error)}
      onClose={close}
      onConfirm={() => void confirm()}
      open={open}
      title={t('delete.title', { name })}
    >
      <p>{t('delete.text')}</p>
      <Checkbox
        checked={isErasing}
        hint={t('delete.eraseHint')}
        label={<span className="text-text">{t('delete.erase')}</span>}
        name="anonymize"
        onChange={(event) => setIsErasing(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
