import type { Account } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { refreshAccount, social } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { formatList } from './format.ts'

/** Confirms unlinking and names the `remaining` sign-in methods. Calls `onStale` if the session is not fresh. */
export function UnlinkDialog(props: {
  account: Account
  name: string
  remaining: readonly string[]
  onClose: () => void
  onStale: () => void
}) {
  const { account, name, remaining, onClose, onStale } = props
  const unlink = useAction(social.unlinkAccount)
  const confirm = async () => {
    const result = await unlink.run({ providerId: account.provider, accountId: account.accountId })
    if (result === null) return
    if (result.error?.code === 'SESSION_IS_NOT_FRESH') return onStale()
    // Already unlinked in another window: refresh and close.
    const isGone = result.error?.code === 'ACCOUNT_NOT_FOUND'
    if (result.error !== null && !isGone) return
    toast(t('connections.unlinked', { name }))
    onClose()
    await refreshAccount()
  }
  return (
    <ConfirmDialog
      confirmLabel={t('connections.unlinkAction', { name })}
      busy={unlink.busy}
      danger
      error={unlink.error === null ? undefined : refusedText(unlink.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('connections.unlinkTitle', { name })}
    >
      <p>{t('connections.unlinkText', { name, methods: formatList(remaining) })}</p>
      <p>{t('connections.unlinkRights', { name })}</p>
    </ConfirmDialog>
  )
}
