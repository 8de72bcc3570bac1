import { queryOptions } from '@tanstack/react-query'
import type { AdminPerson } from '#client/administration-types.ts'
import type { Result } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { administration, renewAdmin } from '../client.ts'

/** One person with what belongs to them. */
export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'user', userId] as const,
    queryFn: ({ signal }) => administration.getUser({ userId }, { signal }).then(unwrap),
  })

/** What each dialog about a person is given. */
export interface Asked {
  readonly person: AdminPerson
  readonly onClose: () => void
}

/** Ends an act that succeeded: shows what changed, says so, and closes its dialog. Whether it did succeed. */
export async function concluded(
  result: Result<unknown> | null,
  { told, onClose }: { told: string; onClose: () => void },
): Promise<boolean> {
  if (result === null || result.error !== null) return false
  await renewAdmin()
  onClose()
  toast(told)
  return true
}
