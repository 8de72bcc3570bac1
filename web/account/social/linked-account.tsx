import { type ReactNode, useState } from 'react'
import type { Account, ProviderSummary } from '#client/index.ts'
import { grantsOf } from '#web/parts/providers/scopes.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from '../messages.ts'
import { ReauthenticateDialog } from '../reauthenticate-dialog.tsx'
import { RowContent } from '../row-content.tsx'
import { formatList, nameOf } from './format.ts'
import { LastSignInMethodDialog } from './last-sign-in-method-dialog.tsx'
import { isPassword, remainingSignInMethods } from './sign-in-methods.ts'
import { UnlinkDialog } from './unlink-dialog.tsx'

/** One linked account with its date and permissions. Unlinks it, unless it is the last sign-in method. */
export function LinkedAccount(props: { account: Account; accounts: readonly Account[]; offered: readonly ProviderSummary[] }) {
  const { account, accounts, offered } = props
  const [state, setState] = useState<'idle' | 'confirming' | 'stale'>('idle')
  const close = () => setState('idle')
  const name = nameOf(account.provider, offered)
  const remaining = remainingSignInMethods(account, accounts, offered)
  const isOneOfSeveral = accounts.filter(({ provider }) => provider === account.provider).length > 1
  const isOffered = offered.some(({ id }) => id === account.provider)
  return (
    <>
      <RowContent
        logo={<ProviderLogo id={account.provider} />}
        name={name}
        text={
          <>
            {t('connections.since')} <Time as="day" at={account.createdAt} />
            {isOneOfSeveral && <Detail>{t('connections.account', { id: account.accountId })}</Detail>}
            <Detail>{isOffered ? <GrantedAccess scopes={account.scopes} /> : t('connections.unavailable')}</Detail>
          </>
        }
      >
        <Button aria-label={t('connections.unlinkLabel', { name })} onClick={() => setState('confirming')}>
          {t('connections.unlink')}
        </Button>
      </RowContent>
      {state === 'confirming' &&
        (remaining.length === 0 ? (
          <LastSignInMethodDialog name={name} onClose={close} />
        ) : (
          <UnlinkDialog
            account={account}
            name={name}
            onClose={close}
            onStale={() => setState('stale')}
            remaining={remaining.map((method) => (isPassword(method) ? t('connections.password') : nameOf(method.provider, offered)))}
          />
        ))}
      {state === 'stale' && (
        <ReauthenticateDialog hasPassword={accounts.some(isPassword)} onClose={close} onDone={() => setState('confirming')} />
      )}
    </>
  )
}

/** A further detail: after a dot, or on a line of its own on narrow screens. */
function Detail({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="max-wide:hidden"> · </span>
      <span className="max-wide:block">{children}</span>
    </>
  )
}

/** Describes the granted scopes; scopes without a description show by name. */
function GrantedAccess({ scopes }: { scopes: readonly string[] }) {
  const { reads, isOffline, further } = grantsOf(scopes)
  const what =
    reads.length === 0
      ? t('connections.signsIn')
      : t('connections.reads', { what: formatList(reads.map((grant) => t(`connections.grants.${grant}`))) })
  return (
    <>
      {[what, isOffline && t('connections.offline')].filter(Boolean).join(', ')}
      {further.length > 0 && (
        <>
          ; {t('connections.alsoGranted')} <code className="font-mono text-caption">{further.join(' ')}</code>
        </>
      )}
    </>
  )
}
