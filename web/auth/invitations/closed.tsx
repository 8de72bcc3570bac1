import { useState } from 'react'
import type { CallError } from '#client/index.ts'
import { Resend } from '#web/parts/resend.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ownAccount } from '../own-account.ts'
import { View } from '../view.tsx'
import { pageOf } from './calls.ts'
import { LeaveAccount, leaveAccount } from './leave-account.tsx'
import { refusedText, t } from './messages.ts'

const Home = ({ look = 'primary' }: { look?: 'primary' | 'plain' }) => (
  <a className={buttonClass({ look, size: 'tall', wide: true })} href="/dashboard">
    {t('home')}
  </a>
)

/** Nobody can answer it: it is over, or whoever invited may not any more. */
export const Closed = ({ about }: { about: 'closed' | 'gone' }) => (
  <View lead={t(`${about}Text`)} title={t(`${about}Title`)} told>
    <Home />
  </View>
)

/** It was declined just now. */
export const Rejected = ({ organization }: { organization: string }) => (
  <View lead={t('rejectedText', { organization })} title={t('rejectedTitle')} told>
    <Home />
  </View>
)

/** Somebody else is signed in. */
export function WrongAccount({ email, invited, id }: { email: string; invited: string | undefined; id: string }) {
  const [busy, setBusy] = useState(false)
  return (
    <View lead={invited === undefined ? t('wrongText', { email }) : t('wrongTextFor', { email, invited })} title={t('wrongTitle')} told>
      <div className="grid gap-8">
        <Button
          busy={busy}
          look="primary"
          onClick={() => {
            setBusy(true)
            void leaveAccount(id).finally(() => setBusy(false))
          }}
          size="tall"
          wide
        >
          {t('wrongAct')}
        </Button>
        <Home look="plain" />
      </div>
    </View>
  )
}

/** It is not known that the address is theirs. The link that proves it leads back here. */
export function Unverified({ email, id }: { email: string; id: string }) {
  const [isSent, setIsSent] = useState(false)
  return (
    <View beneath={<LeaveAccount email={email} id={id} />} lead={t('unverifiedText', { email })} title={t('unverifiedTitle')} told>
      {isSent && <Banner tone="info">{t('mailed')}</Banner>}
      <Resend
        label={(left) => (left > 0 ? t('mailLinkIn', { count: left }) : t('mailLink'))}
        look="primary"
        onSent={() => setIsSent(true)}
        send={() => ownAccount.sendVerificationEmail({ email, callbackURL: pageOf(id) })}
        size="tall"
        text={refusedText}
        wide
      />
    </View>
  )
}

/** No answer came, or one that makes no sense: asked again. */
export const Failed = ({ error, onRetry }: { error: CallError; onRetry: () => void }) => (
  <View lead={refusedText(error)} title={t('failedTitle')} told>
    <Button look="primary" onClick={onRetry} size="tall" wide>
      {t('tryAgain')}
    </Button>
  </View>
)
