import type { ReactNode } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** The texts and the call of an action that needs a confirmation. */
export interface ActionDialogProps<B, T> {
  readonly title: string
  /** Repeats the verb of the title. */
  readonly confirmLabel: string
  readonly danger?: boolean | undefined
  /** The consequence of the action. */
  readonly children: ReactNode
  readonly call: (body: B) => Promise<Result<T>>
  readonly body: B
  /** The toast after a success, in the past tense; none if `onDone` leaves the page. */
  readonly successMessage?: string | ((result: T) => string) | undefined
  readonly onClose: () => void
  /** Called after a success, in place of `onClose`. */
  readonly onDone?: (() => void) | undefined
}

/**
 * Confirms an action, runs it, refreshes the page, closes and shows a toast; a refusal appears in the dialog. `refresh` reloads the data of
 * the page, `errorText` translates a refusal.
 */
export function ActionDialog<B, T>(
  props: ActionDialogProps<B, T> & { refresh: () => Promise<unknown>; errorText: (error: CallError) => string },
) {
  const { successMessage, onClose, onDone = onClose } = props
  const action = useAction(props.call)
  const confirm = async () => {
    const result = await action.run(props.body)
    if (result === null || result.error !== null) return
    if (successMessage !== undefined) await props.refresh()
    onDone()
    if (successMessage !== undefined) toast(typeof successMessage === 'string' ? successMessage : successMessage(result.data))
  }
  return (
    <ConfirmDialog
      confirmLabel={props.confirmLabel}
      busy={action.busy}
      danger={props.danger}
      error={action.error === null ? undefined : props.errorText(action.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={props.title}
    >
      {props.children}
    </ConfirmDialog>
  )
}
