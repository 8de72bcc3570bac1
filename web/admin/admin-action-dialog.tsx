import { ActionDialog, type ActionDialogProps } from '#web/parts/dialogs/action-dialog.tsx'
import { refreshAdmin } from './client.ts'
import { refusedText } from './refusal.ts'

/** Confirms and runs an admin action. */
export function AdminActionDialog<B, T>(props: ActionDialogProps<B, T>) {
  return <ActionDialog {...props} errorText={refusedText} refresh={refreshAdmin} />
}
