import type { Meter } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './messages.ts'

/** Confirms and archives a meter, or takes it back. */
export function ArchiveDialog({ meter, open, onClose }: { meter: Meter | undefined; open: boolean; onClose: () => void }) {
  const save = useAction(client.meters.update, ['meters'])
  if (meter === undefined) return null
  const { id, name } = meter
  const isArchived = meter.archivedAt === null
  const which = isArchived ? 'archive' : 'unarchive'
  const close = () => {
    save.reset()
    onClose()
  }
  const confirm = async () => {
    const result = await save.run(id, { isArchived })
    if (result === null || result.error !== null) return
    close()
    toast(t(`${which}.done`, { name }))
  }
  return (
    <ConfirmDialog
      busy={save.busy}
      confirmLabel={t(`actions.${which}`)}
      danger={isArchived}
      error={save.error === null ? undefined : errorText(save.error)}
      onClose={close}
      onConfirm={() => void confirm()}
      open={open}
      title={t(`${which}.title`, { name })}
    >
      <p>{t(`${which}.text`)}</p>
    </ConfirmDialog>
  )
}
