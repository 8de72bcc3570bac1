import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/refusal.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { leaveTo } from './session.tsx'

/** Signs out and opens the signed-out page. */
export function useSignOut(): () => void {
  const signOut = useAction(client.auth.signOut)
  return () => {
    void signOut.run().then((result) => {
      if (result === null) return
      if (result.error === null) leaveTo('/signed-out')
      else toast(errorText(result.error), { bad: true })
    })
  }
}
