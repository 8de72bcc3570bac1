import { useEffect, useState } from 'react'
import { clearLastUsed } from '#web/parts/providers/last-used.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { tFurther } from '../further-messages.ts'
import { View } from '../view.tsx'
import { readCallbackFailure } from './callback-failure.ts'

const linkHref = `/sign-in?${new URLSearchParams({ next: '/account/connections' })}`

/** Shown when the provider is not linked to the account with the same email: how to link the two. */
export default function LinkAccountView() {
  const [{ provider, search }] = useState(() => readCallbackFailure(location.search))
  useEffect(() => {
    if (provider !== null) clearLastUsed(provider.id)
  }, [provider])
  const name = provider?.name
  const steps = [
    tFurther('link.signIn'),
    name === undefined ? tFurther('link.linkUnknown') : tFurther('link.link', { name }),
    name === undefined ? tFurther('link.nextUnknown') : tFurther('link.next', { name }),
  ]
  return (
    <View
      beneath={
        <>
          <Link href="/forgot-password">{tFurther('link.forgot')}</Link> · <Link href={`/sign-in${search}`}>{tFurther('link.other')}</Link>
        </>
      }
      lead={name === undefined ? tFurther('link.descriptionUnknown') : tFurther('link.description', { name })}
      title={tFurther('link.title')}
      focusTitle
    >
      <ol className="grid gap-12">
        {steps.map((step, index) => (
          <li className="flex items-center gap-12" key={step}>
            <span className="grid size-28 flex-none place-items-center rounded-full bg-hover text-label text-muted tabular-nums">
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
            {index === 1 && provider !== null && <ProviderLogo id={provider.id} />}
          </li>
        ))}
      </ol>
      <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href={linkHref}>
        {tFurther('link.action')}
      </a>
    </View>
  )
}
