import { type ReactNode, useState } from 'react'
import type { Account, OfferedProvider } from '#client/index.ts'
import { grantedBy } from '#web/parts/providers/scopes.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ProviderMark } from '#web/ui/text/provider-mark.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Fact } from '../fact.tsx'
import { t } from '../messages.ts'
import { ReauthenticateDialog } from '../reauthenticate-dialog.tsx'
import { LastWayDialog } from './last-way-dialog.tsx'
import { listed, nameOf } from './messages.ts'
import { UnlinkDialog } from './unlink-dialog.tsx'
import { isPassword, waysWithout } from './ways.ts'

/** One linked account: whose, since when, what it may do, and the way to unlink it, which never takes the last way in. */
export function LinkedAccount(props: { account: Account; ways: readonly Account[]; offered: readonly OfferedProvider[] }) {
  const { account, ways, offered } = props
  const [state, setState] = useState<'resting' | 'asking' | 'stale'>('resting')
  const rest = () => setState('resting')
  const name = nameOf(account.provider, offered)
  const remaining = waysWithout(account, ways, offered)
  const isOneOfSeveral = ways.filter(({ provider }) => provider === account.provider).length > 1
  const isOffered = offered.some(({ id }) => id === account.provider)
  return (
    <>
      <Fact
        mark={<ProviderMark id={account.provider} />}
        name={name}
        text={
          <>
            {t('connections.since')} <Time as="day" at={account.createdAt} />
            {isOneOfSeveral && <Part>{t('connections.account', { id: account.accountId })}</Part>}
            <Part>{isOffered ? <Rights scopes={account.scopes} /> : t('connections.closed')}</Part>
          </>
        }
      >
        <Button aria-label={t('connections.unlinkLabel', { name })} onClick={() => setState('asking')}>
          {t('connections.unlink')}
        </Button>
      </Fact>
      {state === 'asking' &&
        (remaining.length === 0 ? (
          <LastWayDialog name={name} onClose={rest} />
        ) : (
          <UnlinkDialog
            account={account}
            name={name}
            onClose={rest}
            onStale={() => setState('stale')}
            ways={remaining.map((way) => (isPassword(way) ? t('connections.password') : nameOf(way.provider, offered)))}
          />
        ))}
      {state === 'stale' && <ReauthenticateDialog hasPassword={ways.some(isPassword)} onClose={rest} onDone={() => setState('asking')} />}
    </>
  )
}

/** A further fact: behind a dot, or on a line of its own where there is no room. */
function Part({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="max-wide:hidden"> · </span>
      <span className="max-wide:block">{children}</span>
    </>
  )
}

/** Scopes in words; those without any by their names. */
function Rights({ scopes }: { scopes: readonly string[] }) {
  const { reads, isLasting, further } = grantedBy(scopes)
  const what =
    reads.length === 0
      ? t('connections.signsIn')
      : t('connections.reads', { what: listed(reads.map((grant) => t(`connections.grants.${grant}`))) })
  return (
    <>
      {[what, isLasting && t('connections.away')].filter(Boolean).join(', ')}
      {further.length > 0 && (
        <>
          ; {t('connections.further')} <code className="font-mono text-caption">{further.join(' ')}</code>
        </>
      )}
    </>
  )
}
