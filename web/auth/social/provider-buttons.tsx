import { useId, useState } from 'react'
import type { ProviderId, ProviderSummary } from '#client/index.ts'
import { firstPage, nextPage } from '#web/next-page.ts'
import { arrangeProviders } from '#web/parts/providers/arrangement.ts'
import { lastUsed, saveLastUsed } from '#web/parts/providers/last-used.ts'
import { t } from '#web/parts/providers/messages.ts'
import { useProviderRedirect } from '#web/parts/providers/use-provider-redirect.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { cx } from '#web/ui/cx.ts'
import { DownIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { authErrorText } from '../refusal.ts'
import { social } from './client.ts'

/** The error page of a provider sign-in, with the provider, the page it started from and the requested page. */
function errorPage(provider: string, isSignUp: boolean): string {
  const next = new URLSearchParams(location.search).get('next')
  return `/error?${new URLSearchParams({ provider, ...(isSignUp && { from: 'sign-up' }), ...(next !== null && { next }) })}`
}

const startSignIn = (provider: ProviderId, isSignUp: boolean) =>
  social.signIn.social({
    provider,
    callbackURL: new URL(nextPage(location.search, location.origin), location.origin).href,
    newUserCallbackURL: firstPage(location.search, location.origin),
    errorCallbackURL: errorPage(provider, isSignUp),
    ...(isSignUp && { requestSignUp: true }),
  })

export interface ProviderButtonsProps {
  readonly providers: readonly ProviderSummary[]
  readonly isSignUp: boolean
  /** The position of the form; null if there is none. */
  readonly form: 'above' | 'beneath' | null
}

/** The provider buttons beside the form: the last used first, a few directly, the others behind "More". */
export default function ProviderButtons({ providers, isSignUp, form }: ProviderButtonsProps) {
  const [last] = useState(lastUsed)
  const { pendingId, failure, go } = useProviderRedirect((id) => startSignIn(id, isSignUp))
  const { first, more } = arrangeProviders(providers, last)
  const pending = providers.find(({ id }) => id === pendingId)
  const failed = providers.find(({ id }) => id === failure?.id)
  const press = (id: ProviderId) => {
    saveLastUsed(id)
    go(id)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24 max-wide:gap-20">
      {form === 'above' && <Divider />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {first.map((provider) => (
          <WideButton pendingId={pendingId} isLast={provider.id === last} key={provider.id} onPress={press} provider={provider} />
        ))}
        {more.length > 0 && <MoreProviders pendingId={pendingId} onPress={press} providers={more} />}
        {failure !== null && (
          <Banner alert tone="bad">
            {t.find(`refused.${failure.error.code}`, { name: failed?.name ?? '' }) ?? authErrorText(failure.error)}
          </Banner>
        )}
        <p className="sr-only" role="status">
          {pending !== undefined && t('redirecting', { name: pending.name })}
        </p>
      </div>
      {form === 'beneath' && <Divider />}
    </div>
  )
}

const Divider = () => (
  <p className="-my-8 flex items-center gap-12 text-caption text-muted before:h-1 before:flex-1 before:bg-line after:h-1 after:flex-1 after:bg-line">
    {t('or')}
  </p>
)

interface PressProps {
  readonly pendingId: string | null
  readonly onPress: (id: ProviderId) => void
}

/** Attributes of a provider button: while one redirect is pending, the others are disabled. */
const buttonProps = (id: ProviderId, { pendingId, onPress }: PressProps) => ({
  'aria-busy': pendingId === id || undefined,
  'aria-disabled': pendingId !== null || undefined,
  onClick: () => onPress(id),
  type: 'button' as const,
})

function ProviderIcon({ id, pendingId }: { id: string; pendingId: string | null }) {
  return (
    <span className="grid size-18 flex-none place-items-center [&>*]:m-0">{pendingId === id ? <Spinner /> : <ProviderLogo id={id} />}</span>
  )
}

function WideButton({ provider, isLast, ...pressProps }: PressProps & { provider: ProviderSummary; isLast: boolean }) {
  const { id, name } = provider
  return (
    <button {...buttonProps(id, pressProps)} className={buttonClass({ size: 'tall', wide: true })}>
      <span className="grid flex-1 grid-cols-[minmax(0,1fr)_auto_minmax(max-content,1fr)] items-center gap-8">
        <span />
        <span className="flex items-center gap-8">
          <ProviderIcon pendingId={pressProps.pendingId} id={id} />
          {t('with', { name })}
        </span>
        <span className="justify-self-end text-caption font-regular text-muted">{isLast && ` ${t('lastUsed')}`}</span>
      </span>
    </button>
  )
}

function MoreProviders({ providers, ...pressProps }: PressProps & { providers: readonly ProviderSummary[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className={buttonClass({ variant: 'quiet', size: 'tall', wide: true })}
        onClick={() => setIsOpen(!isOpen)}
        type="button"
      >
        {t('more')}
        <DownIcon className={cx('-mr-2', isOpen && 'rotate-180')} />
      </button>
      <div className={cx('grid-cols-3 gap-8 max-wide:grid-cols-2', isOpen ? 'grid' : 'hidden')} id={id}>
        {providers.map((provider) => (
          <button
            {...buttonProps(provider.id, pressProps)}
            aria-label={t('with', { name: provider.name })}
            className={buttonClass({ wide: true })}
            key={provider.id}
          >
            <ProviderIcon pendingId={pressProps.pendingId} id={provider.id} />
            {provider.name}
          </button>
        ))}
      </div>
    </>
  )
}
