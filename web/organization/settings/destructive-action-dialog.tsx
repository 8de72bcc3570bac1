import { ActionDialog, type ActionDialogProps } from '#web/parts/dialogs/action-dialog.tsx'
import { refreshOrganization } from '../client.ts'
import { refusedText } from '../refusal.ts'

/** Confirms and runs a destructive action in the organization. */
export function DestructiveActionDialog<B, T>(props: Omit<ActionDialogProps<B, T>, 'danger'>) {
  return <ActionDialog {...props} danger errorText={refusedText} refresh={refreshOrganization} />
}
