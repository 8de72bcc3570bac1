import type { Account } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { renewAccount, social } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { listed } from './messages.ts'

/** Asks before an account is unlinked and names what still signs in. `onStale` hears that the session is too old for it. */
export function UnlinkDialog(props: { account: Account; name: string; ways: readonly string[]; onClose: () => void; onStale: () => void }) {
  const { account, name, ways, onClose, onStale } = props
  const unlink = useAct(social.unlinkAccount)
  const confirm = async () => {
    const result = await unlink.run({ providerId: account.provider, accountId: account.accountId })
    if (result === null) return
    if (result.error?.code === 'SESSION_IS_NOT_FRESH') return onStale()
    // Another window was quicker: what is shown is put right, and nothing is left to ask.
    const isGone = result.error?.code === 'ACCOUNT_NOT_FOUND'
    if (result.error !== null && !isGone) return
    toast(t('connections.unlinked', { name }))
    onClose()
    await renewAccount()
  }
  return (
    <ConfirmDialog
      act={t('connections.unlinkAct', { name })}
      busy={unlink.busy}
      danger
      error={unlink.error === null ? undefined : refusedText(unlink.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('connections.unlinkTitle', { name })}
    >
      <p>{t('connections.unlinkText', { name, ways: listed(ways) })}</p>
      <p>{t('connections.unlinkRights', { name })}</p>
    </ConfirmDialog>
  )
}
