import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { Resend } from '#web/parts/resend.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ownAccount } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'

/** Explains that the last sign-in method cannot be unlinked, and sends a link to set a password first. */
export function LastSignInMethodDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { user } = useSession()
  const { translate } = useLanguage()
  const { email } = user
  const shown = shownEmail(email)
  const [isSent, setIsSent] = useState(false)
  return (
    <Dialog
      foot={
        <>
          <Button onClick={onClose}>{translate('close')}</Button>
          <Resend
            label={(left) => (left > 0 ? t('connections.setPasswordIn', { count: left }) : t('connections.setPassword'))}
            variant="primary"
            onSent={() => setIsSent(true)}
            send={() => ownAccount.forgetPassword({ email, redirectTo: '/reset-password' })}
            text={refusedText}
          />
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('connections.lastTitle', { name })}
    >
      <div className="grid gap-12 text-body text-muted" role="status">
        <p>{isSent ? t('connections.setPasswordSent', { email: shown, name }) : t('connections.lastText', { email: shown })}</p>
        {!isSent && <p>{t('connections.lastOr', { name })}</p>}
      </div>
    </Dialog>
  )
}
