import { useState } from 'react'
import { asEmailFault } from '#web/parts/email-fault.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { tFurther } from '../further-messages.ts'
import { EmailForm, LinkSent } from '../mailed-link.tsx'
import { useOptions } from '../options.ts'
import { ownAccount } from '../own-account.ts'
import { View } from '../view.tsx'

const sendLink = (email: string) => ownAccount.forgetPassword({ email, redirectTo: '/reset-password' }).then(asEmailFault)

/** Requests a password reset link by email. The confirmation is the same whether or not the email has an account. */
export default function ForgotPasswordView() {
  const { password } = useOptions()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = <Link href="/sign-in">{tFurther('backToSignIn')}</Link>
  if (sentTo !== null) return <LinkSent purpose="forgot" backLink={back} email={sentTo} send={sendLink} onOther={() => setSentTo(null)} />
  if (!password.reset)
    return (
      <View lead={tFurther('forgot.closedText')} title={tFurther('forgot.closedTitle')} focusTitle>
        <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href="/sign-in">
          {tFurther('toSignIn')}
        </a>
      </View>
    )
  return (
    <View beneath={back} lead={tFurther('forgot.description')} title={tFurther('forgot.title')}>
      <EmailForm purpose="forgot" focused send={sendLink} onSent={setSentTo} />
    </View>
  )
}
