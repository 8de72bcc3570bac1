import { useId, useState } from 'react'
import type { OfferedProvider } from '#client/index.ts'
import { firstPage, nextPage } from '#web/next-page.ts'
import { keepLastUsed, lastUsed } from '#web/parts/providers/last-used.ts'
import { t } from '#web/parts/providers/messages.ts'
import { arranged } from '#web/parts/providers/order.ts'
import { useDeparture } from '#web/parts/providers/use-departure.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { cx } from '#web/ui/cx.ts'
import { DownIcon } from '#web/ui/icons/down.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ProviderMark } from '#web/ui/text/provider-mark.tsx'
import { refusedText } from '../refusal.ts'
import { social } from './client.ts'

/** Where a provider that failed leads back to: who it was, whence one came, and where one wanted to go. */
function errorPage(provider: string, isSignUp: boolean): string {
  const next = new URLSearchParams(location.search).get('next')
  return `/error?${new URLSearchParams({ provider, ...(isSignUp && { from: 'sign-up' }), ...(next !== null && { next }) })}`
}

const start = (provider: string, isSignUp: boolean) =>
  social.signIn.social({
    provider,
    callbackURL: new URL(nextPage(location.search, location.origin), location.origin).href,
    newUserCallbackURL: firstPage(location.search, location.origin),
    errorCallbackURL: errorPage(provider, isSignUp),
    ...(isSignUp && { requestSignUp: true }),
  })

export interface ProviderButtonsProps {
  readonly providers: readonly OfferedProvider[]
  readonly isSignUp: boolean
  /** Where the form stands; null where there is none. */
  readonly form: 'above' | 'beneath' | null
}

/** The ways in by a provider, beside the form: the last used first, a few in line, the others behind "More ways". */
export default function ProviderButtons({ providers, isSignUp, form }: ProviderButtonsProps) {
  const [last] = useState(lastUsed)
  const { goingTo, failure, go } = useDeparture((id) => start(id, isSignUp))
  const { first, more } = arranged(providers, last)
  const going = providers.find(({ id }) => id === goingTo)
  const failed = providers.find(({ id }) => id === failure?.id)
  const press = (id: string) => {
    keepLastUsed(id)
    go(id)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24 max-wide:gap-20">
      {form === 'above' && <Or />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {first.map((provider) => (
          <WideButton goingTo={goingTo} isLast={provider.id === last} key={provider.id} onPress={press} provider={provider} />
        ))}
        {more.length > 0 && <MoreWays goingTo={goingTo} onPress={press} providers={more} />}
        {failure !== null && (
          <Banner alert tone="bad">
            {t.find(`refused.${failure.error.code}`, { name: failed?.name ?? '' }) ?? refusedText(failure.error)}
          </Banner>
        )}
        <p className="sr-only" role="status">
          {going !== undefined && t('going', { name: going.name })}
        </p>
      </div>
      {form === 'beneath' && <Or />}
    </div>
  )
}

const Or = () => (
  <p className="-my-8 flex items-center gap-12 text-caption text-muted before:h-1 before:flex-1 before:bg-line after:h-1 after:flex-1 after:bg-line">
    {t('or')}
  </p>
)

interface Pressed {
  readonly goingTo: string | null
  readonly onPress: (id: string) => void
}

/** Attributes of a button that leaves for a provider: while one is going, the others wait. */
const pressing = (id: string, { goingTo, onPress }: Pressed) => ({
  'aria-busy': goingTo === id || undefined,
  'aria-disabled': goingTo !== null || undefined,
  onClick: () => onPress(id),
  type: 'button' as const,
})

function Mark({ id, goingTo }: { id: string; goingTo: string | null }) {
  return (
    <span className="grid size-18 flex-none place-items-center [&>*]:m-0">{goingTo === id ? <Spinner /> : <ProviderMark id={id} />}</span>
  )
}

function WideButton({ provider, isLast, ...pressed }: Pressed & { provider: OfferedProvider; isLast: boolean }) {
  const { id, name } = provider
  return (
    <button {...pressing(id, pressed)} className={buttonClass({ size: 'tall', wide: true })}>
      <span className="grid flex-1 grid-cols-[minmax(0,1fr)_auto_minmax(max-content,1fr)] items-center gap-8">
        <span />
        <span className="flex items-center gap-8">
          <Mark goingTo={pressed.goingTo} id={id} />
          {t('with', { name })}
        </span>
        <span className="justify-self-end text-caption font-regular text-muted">{isLast && ` ${t('lastUsed')}`}</span>
      </span>
    </button>
  )
}

function MoreWays({ providers, ...pressed }: Pressed & { providers: readonly OfferedProvider[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className={buttonClass({ look: 'quiet', size: 'tall', wide: true })}
        onClick={() => setIsOpen(!isOpen)}
        type="button"
      >
        {t('more')}
        <DownIcon className={cx('-mr-2', isOpen && 'rotate-180')} />
      </button>
      <div className={cx('grid-cols-3 gap-8 max-wide:grid-cols-2', isOpen ? 'grid' : 'hidden')} id={id}>
        {providers.map((provider) => (
          <button
            {...pressing(provider.id, pressed)}
            aria-label={t('with', { name: provider.name })}
            className={buttonClass({ wide: true })}
            key={provider.id}
          >
            <Mark goingTo={pressed.goingTo} id={provider.id} />
            {provider.name}
          </button>
        ))}
      </div>
    </>
  )
}
