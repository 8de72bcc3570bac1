import { lost } from '#web/shell/public/not-found-messages.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { View } from './view.tsx'

/** Whatever address the server hands the sign-in pages besides their own. */
export default function NotFoundView() {
  return (
    <View lead={lost('text')} title={lost('title')} told>
      <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href="/dashboard">
        {lost('home')}
      </a>
    </View>
  )
}
