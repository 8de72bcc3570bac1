import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { CallError } from '#client/http.ts'
import { useAccent } from '#web/parts/checkouts/page/use-accent.ts'
import { FailureNotice } from '#web/shell/public/failure.tsx'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { type Customer, createPortalApi, type PortalOrganization, publicApi } from './api.ts'
import type { EmailLink } from './customer-sessions/email-update.tsx'
import { PortalFrame } from './frame.tsx'
import { t } from './messages.ts'
import { NotFound } from './not-found.tsx'
import { Pages } from './pages.tsx'
import { go } from './place.ts'
import { clearReads } from './read.tsx'
import { storedToken, storeToken, type UrlSecrets } from './session.ts'
import { PortalProvider } from './state.tsx'

const SignIn = lazy(() => import('./customer-sessions/sign-in.tsx'))
const EmailUpdate = lazy(() => import('./customer-sessions/email-update.tsx'))

/** Why the sign-in is shown to a customer who had a session. */
export type SessionEnd = 'expired' | 'signedOut'

/** The portal of one organization: the merchant first, then the session, then the pages. */
export function Portal({ slug, secrets }: { slug: string; secrets: UrlSecrets }) {
  const { translate } = useLanguage()
  const [shop, setShop] = useState<PortalOrganization | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const load = useCallback(async () => {
    const result = await publicApi.organization(slug)
    if (result.error === null) setShop(result.data)
    setError(result.error)
  }, [slug])
  useEffect(() => void load(), [load])
  useAccent(shop?.organization.accentColor ?? null)
  useEffect(() => {
    if (shop !== null) document.title = t('title', { merchant: shop.organization.name })
  }, [shop])
  if (shop !== null) return <Session secrets={secrets} shop={shop} />
  if (error === null)
    return (
      <div className="mx-auto w-page max-w-full p-24">
        <Skeletons label={translate('loading')} />
      </div>
    )
  return (
    <FullPage>
      {error.status === 404 || error.status === 422 ? (
        <div className="grid gap-4">
          <h1 className="text-title font-strong tracking-heading">{t('unknown.title')}</h1>
          <p className="text-muted">{t('unknown.text')}</p>
        </div>
      ) : (
        <FailureNotice offline={error.status === 0} onRetry={() => void load()} requestId={error.requestId} />
      )}
    </FullPage>
  )
}

function Session({ shop, secrets }: { shop: PortalOrganization; secrets: UrlSecrets }) {
  const { slug } = shop.organization
  const [token, setToken] = useState(() => storedToken(slug))
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const [link, setLink] = useState(() => emailLinkOf(secrets))
  // Another customer may open the next session: nothing of the pages is kept.
  const [opened, setOpened] = useState(0)
  const finish = useCallback(
    (why: SessionEnd) => {
      storeToken(slug, null)
      clearReads()
      setToken(null)
      setEnd(why)
    },
    [slug],
  )
  const open = (next: string) => {
    clearReads()
    storeToken(slug, next)
    setLink(null)
    setEnd(null)
    setToken(next)
    setOpened((count) => count + 1)
  }
  const renew = useCallback(
    (next: string) => {
      storeToken(slug, next)
      setToken(next)
    },
    [slug],
  )
  if (link !== null)
    return (
      <Suspense fallback={null}>
        <EmailUpdate link={link} onDone={open} onLeave={() => setLink(null)} shop={shop} />
      </Suspense>
    )
  if (token === null)
    return (
      <Suspense fallback={null}>
        <SignIn end={end} onDone={open} requestId={end === null ? secrets.requestId : null} shop={shop} />
      </Suspense>
    )
  return <SignedIn finish={finish} key={opened} renew={renew} shop={shop} token={token} />
}

function emailLinkOf({ emailToken, returnToken }: UrlSecrets): EmailLink | null {
  if (emailToken !== null) return { kind: 'update', token: emailToken }
  return returnToken === null ? null : { kind: 'return', token: returnToken }
}

/** The result of reading the customer; `limited`: the session shows one checkout alone. */
type Owner = { readonly customer: Customer } | 'limited' | CallError

function SignedIn(props: { shop: PortalOrganization; token: string; finish: (why: SessionEnd) => void; renew: (token: string) => void }) {
  const { shop, token, finish, renew } = props
  const { translate } = useLanguage()
  const api = useMemo(() => createPortalApi(token, () => finish('expired')), [token, finish])
  const [owner, setOwner] = useState<Owner | null>(null)
  const load = useCallback(async () => {
    const { data, error } = await api.me()
    if (error === null) setOwner({ customer: data })
    else if (error.status === 403) setOwner('limited')
    else if (error.status !== 401) setOwner((now) => (now !== null && typeof now === 'object' && 'customer' in now ? now : error))
  }, [api])
  useEffect(() => void load(), [load])
  const customer = owner !== null && typeof owner === 'object' && 'customer' in owner ? owner.customer : null
  const state = useMemo(() => ({ shop, api, customer, reload: load, renew }), [shop, api, customer, load, renew])
  const leave = () => {
    // The tab forgets the token whether the server is reached or not.
    void api.endSession()
    finish('signedOut')
    go('')
  }
  if (owner === null || (typeof owner === 'object' && 'status' in owner && 'fields' in owner))
    return (
      <PortalFrame email={null} isLimited onSignOut={leave} shop={shop}>
        {owner === null ? (
          <Skeletons label={translate('loading')} />
        ) : (
          <FailureNotice offline={owner.status === 0} onRetry={() => void load()} requestId={owner.requestId} />
        )}
      </PortalFrame>
    )
  return (
    <PortalProvider state={state}>
      <PortalFrame email={customer?.email ?? null} isLimited={customer === null} onSignOut={leave} shop={shop}>
        <Suspense fallback={<Skeletons label={translate('loading')} />}>
          <Pages missing={<NotFound level={1} />} />
        </Suspense>
      </PortalFrame>
    </PortalProvider>
  )
}
