import { queryOptions } from '@tanstack/react-query'
import type { AdminUserDetails } from '#client/types.ts'
import { unwrap } from '#web/api.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { administration, refreshAdmin } from '../client.ts'

/** One user with sessions, accounts and memberships. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'user', userId] as const,
    queryFn: ({ signal }) => administration.getUser({ userId }, { signal }).then(unwrap),
  })

/** The properties of every dialog about a user. */
export interface UserDialogProps {
  readonly details: AdminUserDetails
  readonly onClose: () => void
}

/** After a successful action: refreshes the queries, closes the dialog and shows `message`. */
export async function finishAction({ message, onClose }: { message: string; onClose: () => void }): Promise<void> {
  await refreshAdmin()
  onClose()
  toast(message)
}
