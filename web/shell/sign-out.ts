import { client, useAct } from '#web/api.ts'
import { errorText } from '#web/refusal.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { leaveFor } from './session.tsx'

/** Ends the session and leaves for the page that says so. */
export function useSignOut(): () => void {
  const act = useAct(client.auth.signOut)
  return () => {
    void act.run().then((result) => {
      if (result === null) return
      if (result.error === null) leaveFor('/signed-out')
      else toast(errorText(result.error), { bad: true })
    })
  }
}
