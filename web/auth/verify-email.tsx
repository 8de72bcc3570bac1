import { useEffect, useState } from 'react'
import { nextPage, signInPage } from '#web/next-page.ts'
import { asEmailFault } from '#web/parts/email-fault.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { auth } from './client.ts'
import { tFurther } from './further-messages.ts'
import { EmailForm, LinkSent } from './mailed-link.tsx'
import { ownAccount } from './own-account.ts'
import { savedEmail } from './saved-email.ts'
import { verifiedHref } from './verify-hrefs.ts'
import { View } from './view.tsx'

const send = (email: string) => ownAccount.sendVerificationEmail({ email, callbackURL: verifiedHref() }).then(asEmailFault)
/** The form of a signed token: three parts of base64url. */
const signedToken = /^[\w-]+\.[\w-]+\.[\w-]+$/
const faults: Readonly<Record<string, 'expired' | 'unknown' | 'wrong'>> = {
  token_expired: 'expired',
  user_not_found: 'unknown',
  unauthorized: 'wrong',
}

/** The states of an email verification: a link was sent, it worked, it failed, or the user can request one. */
export default function VerifyEmailView() {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')
  const isVerifiable = token !== null && signedToken.test(token)
  // The token of an emailed link is never for this page: the server checks it, unless it cannot be one.
  const error = query.get('error') ?? (token === null || isVerifiable ? null : 'invalid_token')
  useEffect(() => {
    if (isVerifiable) location.replace(`/api/auth/verify-email?${new URLSearchParams({ token, callbackURL: verifiedHref() })}`)
  }, [isVerifiable, token])
  const [sentTo, setSentTo] = useState(() => (query.get('state') === 'sent' ? savedEmail() : ''))
  const back = <Link href={`/sign-in${nextOf(query)}`}>{tFurther('backToSignIn')}</Link>
  if (isVerifiable) return null
  if (sentTo !== '')
    return <LinkSent purpose="verify" backLink={back} email={sentTo} key={sentTo} send={send} onOther={() => setSentTo('')} />
  if (error !== null) {
    const fault = faults[error] ?? 'invalid'
    const isFinal = fault === 'unknown' || fault === 'wrong'
    return (
      <View
        beneath={fault === 'wrong' ? undefined : back}
        lead={tFurther(`verify.${fault}Text`)}
        title={tFurther(`verify.${fault}Title`)}
        focusTitle
      >
        {isFinal ? fault === 'wrong' && <OtherAccount /> : <EmailForm purpose="verify" send={send} onSent={setSentTo} />}
      </View>
    )
  }
  if (query.get('state') === 'verified') return <VerifiedView />
  return (
    <View beneath={back} lead={tFurther('verify.requestText')} title={tFurther('verify.requestTitle')}>
      <EmailForm purpose="verify" focused send={send} onSent={setSentTo} />
    </View>
  )
}

function nextOf(query: URLSearchParams): string {
  const next = query.get('next')
  return next === null ? '' : `?${new URLSearchParams({ next })}`
}

/** Shown after a valid link. Reads the session, because the link may also have signed in. */
function VerifiedView() {
  const [isSignedIn, setIsSignedIn] = useState<boolean | null>(null)
  useEffect(() => {
    void auth.getSession().then(({ data }) => setIsSignedIn(data !== null))
  }, [])
  const next = nextPage(location.search, location.origin)
  return (
    <View lead={tFurther('verify.verifiedText')} title={tFurther('verify.verifiedTitle')} focusTitle>
      {isSignedIn !== null && (
        <a
          className={buttonClass({ variant: 'primary', size: 'tall', wide: true })}
          href={isSignedIn ? next : `/sign-in${nextOf(new URLSearchParams(location.search))}`}
        >
          {isSignedIn ? tFurther('continue') : tFurther('toSignIn')}
        </a>
      )}
    </View>
  )
}

function OtherAccount() {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await auth.signOut()
    location.assign(signInPage({ pathname: '/dashboard', search: '' }))
  }
  return (
    <Button busy={busy} variant="primary" onClick={() => void leave()} size="tall" wide>
      {tFurther('verify.otherAccount')}
    </Button>
  )
}
