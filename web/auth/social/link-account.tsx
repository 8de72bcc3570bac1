import { useEffect, useState } from 'react'
import { forgetLastUsed } from '#web/parts/providers/last-used.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { ProviderMark } from '#web/ui/text/provider-mark.tsx'
import { more } from '../further-messages.ts'
import { View } from '../view.tsx'
import { cameBack } from './came-back.ts'

const linking = `/sign-in?${new URLSearchParams({ next: '/account/connections' })}`

/** Somebody came by a provider that is not linked to the account which has their address: how to link the two. */
export default function LinkAccountView() {
  const [{ provider, search }] = useState(() => cameBack(location.search))
  useEffect(() => {
    if (provider !== null) forgetLastUsed(provider.id)
  }, [provider])
  const name = provider?.name
  const steps = [
    more('link.signIn'),
    name === undefined ? more('link.linkUnknown') : more('link.link', { name }),
    name === undefined ? more('link.afterwardsUnknown') : more('link.afterwards', { name }),
  ]
  return (
    <View
      beneath={
        <>
          <Link href="/forgot-password">{more('link.forgot')}</Link> · <Link href={`/sign-in${search}`}>{more('link.other')}</Link>
        </>
      }
      lead={name === undefined ? more('link.leadUnknown') : more('link.lead', { name })}
      title={more('link.title')}
      told
    >
      <ol className="grid gap-12">
        {steps.map((step, index) => (
          <li className="flex items-center gap-12" key={step}>
            <span className="grid size-28 flex-none place-items-center rounded-full bg-hover text-label text-muted tabular-nums">
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
            {index === 1 && provider !== null && <ProviderMark id={provider.id} />}
          </li>
        ))}
      </ol>
      <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href={linking}>
        {more('link.act')}
      </a>
    </View>
  )
}
