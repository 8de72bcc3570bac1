import type { AccessToken } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { exactText } from '#web/ui/text/moment.ts'
import { t } from './messages.ts'

/** Confirms and deletes a token. */
export function DeleteTokenDialog({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const { locale } = useLanguage()
  const remove = useAction(client.organizationAccessTokens.delete, ['organizationAccessTokens'])
  const confirm = async () => {
    const result = await remove.run(token.id)
    if (result?.error !== null) return
    onClose()
    toast(t('delete.done'))
  }
  return (
    <ConfirmDialog
      confirmLabel={t('delete.action')}
      busy={remove.busy}
      danger
      error={remove.error === null ? undefined : errorText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('delete.title', { name: token.comment })}
    >
      <p>
        {t('delete.text')}{' '}
        {token.lastUsedAt === null ? t('delete.unused') : t('delete.lastUsed', { when: exactText(locale, new Date(token.lastUsedAt)) })}
      </p>
    </ConfirmDialog>
  )
}
