import { client, useAction } from '#web/api.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { leaveTo } from './session.tsx'

/** Signs out and opens the signed-out page. */
export function useSignOut(): () => void {
  const signOut = useAction(client.auth.signOut)
  return () => {
    void signOut.run().then(async (result) => {
      if (result === null) return
      if (result.error === null) return leaveTo('/signed-out')
      const { errorText } = await import('#web/error-text.ts')
      toast(errorText(result.error), { bad: true })
    })
  }
}
