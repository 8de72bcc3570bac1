import type { Benefit } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './messages.ts'

/** Confirms and deletes a benefit. `onDeleted` follows the close. */
export function DeleteBenefitDialog(props: {
  benefit: Benefit | undefined
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const { benefit, open, onClose, onDeleted } = props
  const remove = useAction(client.benefits.delete, ['benefits', 'products'])
  if (benefit === undefined) return null
  const { id, description } = benefit
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = async () => {
    const result = await remove.run(id)
    if (result === null || result.error !== null) return
    close()
    toast(t('delete.done', { name: description }))
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      busy={remove.busy}
      confirmLabel={t('actions.delete')}
      danger
      error={remove.error === null ? undefined : errorText(remove.error)}
      onClose={close}
      onConfirm={() => void confirm()}
      open={open}
      title={t('delete.title', { name: description })}
    >
      <p>{t('delete.text')}</p>
    </ConfirmDialog>
  )
}
