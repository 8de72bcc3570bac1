import { tNotFound } from '#web/shell/public/not-found-messages.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { View } from './view.tsx'

/** Shown for a path without a view. */
export default function NotFoundView() {
  return (
    <View lead={tNotFound('text')} title={tNotFound('title')} focusTitle>
      <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href="/dashboard">
        {tNotFound('home')}
      </a>
    </View>
  )
}
