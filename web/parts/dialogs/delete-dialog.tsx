import type { Billing, CallOptions, Result } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** The sentences of the dialog that deletes a resource. */
export interface DeleteMessages {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly done: string
}

/** Confirms and deletes a resource by its id. `stale` names the lists that read it; `onDeleted` follows the close. */
export function DeleteDialog(props: {
  id: string
  remove: (id: string, options?: CallOptions) => Promise<Result<unknown>>
  stale: readonly (keyof Billing)[]
  messages: DeleteMessages
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const { id, messages, open, onClose, onDeleted } = props
  const remove = useAction(props.remove, props.stale)
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = async () => {
    const result = await remove.run(id)
    if (result === null || result.error !== null) return
    close()
    toast(messages.done)
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      busy={remove.busy}
      confirmLabel={messages.action}
      danger
      error={remove.error === null ? undefined : errorText(remove.error)}
      onClose={close}
      onConfirm={() => void confirm()}
      open={open}
      title={messages.title}
    >
      <p>{messages.text}</p>
    </ConfirmDialog>
  )
}
