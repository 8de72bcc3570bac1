import { buttonClass } from '#web/ui/actions/button.tsx'
import { tFurther } from './further-messages.ts'
import { View } from './view.tsx'

/** Shown after a sign-out. */
export default function SignedOutView() {
  return (
    <View lead={tFurther('signedOut.text')} title={tFurther('signedOut.title')} focusTitle>
      <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href="/sign-in">
        {tFurther('signedOut.again')}
      </a>
    </View>
  )
}
