import { useEffect, useState } from 'react'
import { nextPage, signInPage } from '#web/next-page.ts'
import { asAddressFault } from '#web/parts/address-fault.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { keptAddress } from './address.ts'
import { auth } from './client.ts'
import { more } from './further-messages.ts'
import { AddressForm, LinkMailed } from './mailed-link.tsx'
import { ownAccount } from './own-account.ts'
import { verifiedPage } from './verify-places.ts'
import { View } from './view.tsx'

const send = (email: string) => ownAccount.sendVerificationEmail({ email, callbackURL: verifiedPage() }).then(asAddressFault)
const faults: Readonly<Record<string, 'expired' | 'unknown' | 'wrong'>> = {
  token_expired: 'expired',
  user_not_found: 'unknown',
  unauthorized: 'wrong',
}

/** All that can be said about proving an address: a link was mailed, it worked, it did not, or one may be asked for. */
export default function VerifyEmailView() {
  const query = new URLSearchParams(location.search)
  const error = query.get('error')
  const [sentTo, setSentTo] = useState(() => (query.get('state') === 'sent' ? keptAddress() : ''))
  const back = <Link href={`/sign-in${nextOf(query)}`}>{more('backToSignIn')}</Link>
  if (sentTo !== '') return <LinkMailed about="verify" back={back} email={sentTo} key={sentTo} mail={send} onOther={() => setSentTo('')} />
  if (error !== null) {
    const fault = faults[error] ?? 'invalid'
    const isFinal = fault === 'unknown' || fault === 'wrong'
    return (
      <View beneath={fault === 'wrong' ? undefined : back} lead={more(`verify.${fault}Text`)} title={more(`verify.${fault}Title`)} told>
        {isFinal ? fault === 'wrong' && <OtherAccount /> : <AddressForm about="verify" mail={send} onSent={setSentTo} />}
      </View>
    )
  }
  if (query.get('state') === 'verified') return <Verified />
  return (
    <View beneath={back} lead={more('verify.askText')} title={more('verify.askTitle')}>
      <AddressForm about="verify" focused mail={send} onSent={setSentTo} />
    </View>
  )
}

function nextOf(query: URLSearchParams): string {
  const next = query.get('next')
  return next === null ? '' : `?${new URLSearchParams({ next })}`
}

/** The link worked. Whether it also signed in is asked of the server. */
function Verified() {
  const [isSignedIn, setIsSignedIn] = useState<boolean | null>(null)
  useEffect(() => {
    void auth.getSession().then(({ data }) => setIsSignedIn(data !== null))
  }, [])
  const next = nextPage(location.search, location.origin)
  return (
    <View lead={more('verify.verifiedText')} title={more('verify.verifiedTitle')} told>
      {isSignedIn !== null && (
        <a
          className={buttonClass({ look: 'primary', size: 'tall', wide: true })}
          href={isSignedIn ? next : `/sign-in${nextOf(new URLSearchParams(location.search))}`}
        >
          {isSignedIn ? more('goOn') : more('toSignIn')}
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
    <Button busy={busy} look="primary" onClick={() => void leave()} size="tall" wide>
      {more('verify.otherAccount')}
    </Button>
  )
}
