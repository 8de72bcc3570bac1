import { buttonClass } from '#web/ui/actions/button.tsx'
import { tFurther } from './further-messages.ts'
import { View } from './view.tsx'

/** Shown after the account was deleted. */
export default function GoodbyeView() {
  return (
    <View lead={tFurther('goodbye.text')} title={tFurther('goodbye.title')} focusTitle>
      <a className={buttonClass({ variant: 'plain', size: 'tall', wide: true })} href="/sign-up">
        {tFurther('goodbye.again')}
      </a>
    </View>
  )
}
