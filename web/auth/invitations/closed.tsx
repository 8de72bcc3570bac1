import { useState } from 'react'
import type { CallError } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Resend } from '#web/parts/resend.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ownAccount } from '../own-account.ts'
import { View } from '../view.tsx'
import { invitationHref } from './calls.ts'
import { LeaveAccount, leaveAccount } from './leave-account.tsx'
import { invitationErrorText, t } from './messages.ts'

const Home = ({ variant = 'primary' }: { variant?: 'primary' | 'plain' }) => (
  <a className={buttonClass({ variant, size: 'tall', wide: true })} href="/dashboard">
    {t('home')}
  </a>
)

/** The invitation is no longer pending, or the inviter may no longer invite. */
export const ClosedView = ({ reason }: { reason: 'closed' | 'gone' }) => (
  <View lead={t(`${reason}Text`)} title={t(`${reason}Title`)} focusTitle>
    <Home />
  </View>
)

/** Shown after the user declined. */
export const RejectedView = ({ organization }: { organization: string }) => (
  <View lead={t('rejectedText', { organization })} title={t('rejectedTitle')} focusTitle>
    <Home />
  </View>
)

/** A user with another email is signed in. */
export function WrongAccountView({ email, invited, id }: { email: string; invited: string | undefined; id: string }) {
  const [busy, setBusy] = useState(false)
  return (
    <View
      lead={
        invited === undefined
          ? t('wrongText', { email: shownEmail(email) })
          : t('wrongTextFor', { email: shownEmail(email), invited: shownEmail(invited) })
      }
      title={t('wrongTitle')}
      focusTitle
    >
      <div className="grid gap-8">
        <Button
          busy={busy}
          variant="primary"
          onClick={() => {
            setBusy(true)
            void leaveAccount(id).finally(() => setBusy(false))
          }}
          size="tall"
          wide
        >
          {t('wrongAction')}
        </Button>
        <Home variant="plain" />
      </div>
    </View>
  )
}

/** The email is not verified. The verification link returns to this page. */
export function UnverifiedView({ email, id }: { email: string; id: string }) {
  const [isSent, setIsSent] = useState(false)
  return (
    <View
      beneath={<LeaveAccount email={email} id={id} />}
      lead={t('unverifiedText', { email: shownEmail(email) })}
      title={t('unverifiedTitle')}
      focusTitle
    >
      {isSent && <Banner tone="info">{t('linkSent')}</Banner>}
      <Resend
        label={(left) => (left > 0 ? t('sendLinkIn', { count: left }) : t('sendLink'))}
        variant="primary"
        onSent={() => setIsSent(true)}
        send={() => ownAccount.sendVerificationEmail({ email, callbackURL: invitationHref(id) })}
        size="tall"
        text={invitationErrorText}
        wide
      />
    </View>
  )
}

/** The request failed; offers a retry. */
export const FailedView = ({ error, onRetry }: { error: CallError; onRetry: () => void }) => (
  <View lead={invitationErrorText(error)} title={t('failedTitle')} focusTitle>
    <Button variant="primary" onClick={onRetry} size="tall" wide>
      {t('tryAgain')}
    </Button>
  </View>
)
