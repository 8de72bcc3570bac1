import { useEffect, useState } from 'react'
import { clearLastUsed } from '#web/parts/providers/last-used.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { tFurther } from './further-messages.ts'
import { readCallbackFailure } from './social/callback-failure.ts'
import { View } from './view.tsx'

const maxCodeLength = 80
const pages = { again: '/sign-in', otherMethod: '/sign-up', signUp: '/sign-up', connections: '/account/connections' } as const

/** A failed sign-in, by the error code in the query, and the next step. An unknown code is shown unchanged. */
export default function ErrorView() {
  const [{ code, rawCode, provider, search, action }] = useState(() => readCallbackFailure(location.search))
  const isUnlinked = code === 'account_not_linked'
  useEffect(() => {
    if (provider !== null) clearLastUsed(provider.id)
    // Linking an account has its own page.
    if (isUnlinked) location.replace(`/link-account${location.search}`)
  }, [provider, isUnlinked])
  if (isUnlinked) return null
  const text = tFurther.find(`errorCodes.${code}`, { service: provider?.name ?? tFurther('error.service') })
  return (
    <View
      beneath={<Link href="/dashboard">{tFurther('error.home')}</Link>}
      lead={text ?? tFurther('error.unknown')}
      title={tFurther('error.title')}
      focusTitle
    >
      {text === undefined && rawCode !== '' && (
        <p className="text-label text-muted">
          {tFurther('error.code')}{' '}
          <code className="font-mono text-caption [overflow-wrap:anywhere]">{rawCode.slice(0, maxCodeLength)}</code>
        </p>
      )}
      <a
        className={buttonClass({ variant: 'primary', size: 'tall', wide: true })}
        href={pages[action] + (action === 'connections' ? '' : search)}
      >
        {tFurther(`error.${action}`)}
      </a>
    </View>
  )
}
