import { buttonClass } from '#web/ui/actions/button.tsx'
import { more } from './further-messages.ts'
import { View } from './view.tsx'

/** The account is deleted; nobody is signed in any more. */
export default function GoodbyeView() {
  return (
    <View lead={more('goodbye.text')} title={more('goodbye.title')} told>
      <a className={buttonClass({ look: 'plain', size: 'tall', wide: true })} href="/sign-up">
        {more('goodbye.again')}
      </a>
    </View>
  )
}
