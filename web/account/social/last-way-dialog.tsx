import { useState } from 'react'
import { Resend } from '#web/parts/resend.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ownAccount } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'

/** Says that an account cannot be unlinked because nothing else signs in, and mails the link by which a password is set first. */
export function LastWayDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { user } = useSession()
  const { say } = useLanguage()
  const { email } = user
  const [isMailed, setIsMailed] = useState(false)
  return (
    <Dialog
      foot={
        <>
          <Button onClick={onClose}>{say('close')}</Button>
          <Resend
            label={(left) => (left > 0 ? t('connections.mailIn', { count: left }) : t('connections.mail'))}
            look="primary"
            onSent={() => setIsMailed(true)}
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
        <p>{isMailed ? t('connections.mailed', { email, name }) : t('connections.lastText', { email })}</p>
        {!isMailed && <p>{t('connections.lastOr', { name })}</p>}
      </div>
    </Dialog>
  )
}
