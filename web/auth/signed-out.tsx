import { buttonClass } from '#web/ui/actions/button.tsx'
import { more } from './further-messages.ts'
import { View } from './view.tsx'

/** Somebody signed out here. */
export default function SignedOutView() {
  return (
    <View lead={more('signedOut.text')} title={more('signedOut.title')} told>
      <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href="/sign-in">
        {more('signedOut.again')}
      </a>
    </View>
  )
}
