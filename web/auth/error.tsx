import { useEffect, useState } from 'react'
import { forgetLastUsed } from '#web/parts/providers/last-used.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { more } from './further-messages.ts'
import { cameBack } from './social/came-back.ts'
import { View } from './view.tsx'

const longest = 80
const pages = { again: '/sign-in', otherWay: '/sign-up', signUp: '/sign-up', connections: '/account/connections' } as const

/** What failed on the way to signing in, by the code in the address, and the way on. A code that nobody knows is shown as it came. */
export default function ErrorView() {
  const [{ code, told, provider, search, way }] = useState(() => cameBack(location.search))
  const isUnlinked = code === 'account_not_linked'
  useEffect(() => {
    if (provider !== null) forgetLastUsed(provider.id)
    // How to go on from there fills a page of its own.
    if (isUnlinked) location.replace(`/link-account${location.search}`)
  }, [provider, isUnlinked])
  if (isUnlinked) return null
  const text = more.find(`errorCodes.${code}`, { service: provider?.name ?? more('error.service') })
  return (
    <View
      beneath={<Link href="/dashboard">{more('error.home')}</Link>}
      lead={text ?? more('error.unknown')}
      title={more('error.title')}
      told
    >
      {text === undefined && told !== '' && (
        <p className="text-label text-muted">
          {more('error.code')} <code className="font-mono text-caption [overflow-wrap:anywhere]">{told.slice(0, longest)}</code>
        </p>
      )}
      <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href={pages[way] + (way === 'connections' ? '' : search)}>
        {more(`error.${way}`)}
      </a>
    </View>
  )
}
