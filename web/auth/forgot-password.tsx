import { useState } from 'react'
import { asAddressFault } from '#web/parts/address-fault.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { more } from './further-messages.ts'
import { AddressForm, LinkMailed } from './mailed-link.tsx'
import { useOptions } from './options.ts'
import { ownAccount } from './own-account.ts'
import { View } from './view.tsx'

const ask = (email: string) => ownAccount.forgetPassword({ email, redirectTo: '/reset-password' }).then(asAddressFault)

/** Asks for an address and mails a link there. What it says next is the same whether somebody has the address or not. */
export default function ForgotPasswordView() {
  const { password } = useOptions()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = <Link href="/sign-in">{more('backToSignIn')}</Link>
  if (sentTo !== null) return <LinkMailed about="forgot" back={back} email={sentTo} mail={ask} onOther={() => setSentTo(null)} />
  if (!password.reset)
    return (
      <View lead={more('forgot.closedText')} title={more('forgot.closedTitle')} told>
        <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href="/sign-in">
          {more('toSignIn')}
        </a>
      </View>
    )
  return (
    <View beneath={back} lead={more('forgot.lead')} title={more('forgot.title')}>
      <AddressForm about="forgot" focused mail={ask} onSent={setSentTo} />
    </View>
  )
}
