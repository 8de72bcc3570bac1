import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import type { AccountProvider } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'
import { usePortal } from '../state.tsx'
import { useRun } from '../use-run.ts'
import { type CustomerGrant, providerNames } from './grant.ts'
import { t } from './messages.ts'

/**
 * The account that a role or a repository needs: which one is linked, what happens with it, and how to link one. `granted` says what its
 * owner has once it has the access; `children` are shown below.
 */
export function AccountLink(props: { grant: CustomerGrant; provider: AccountProvider; granted: string; children?: ReactNode }) {
  const { grant, provider, granted, children } = props
  const { api, customer, reload } = usePortal()
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const unlink = useRun()
  const name = providerNames[provider]
  const account = customer?.oauthAccounts[provider]
  const link = async () => {
    setBusy(true)
    const { data, error } = await api.linkAccount(provider)
    if (error === null) return location.assign(data.url)
    setBusy(false)
    setFault(failureText(error))
  }
  const leave = async () => {
    if (!(await unlink.run('unlink', () => api.unlinkAccount(provider)))) return
    await reload()
    setLeaving(false)
    toast(t('account.unlinked', { provider: name }))
  }
  return (
    <>
      <p className="text-label text-muted">
        {grant.isGranted ? granted : pendingText(grant, { provider: name, isLinked: account !== undefined })}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-12">
        {account !== undefined && (
          <span className="inline-flex min-w-0 items-center gap-8 text-label">
            <ProviderLogo id={provider} />
            <span className="min-w-0 break-words">{account.accountUsername ?? account.accountId}</span>
          </span>
        )}
        <span className="flex flex-wrap gap-8 max-wide:w-full">
          <Button busy={busy} onClick={() => void link()} variant={account === undefined ? 'primary' : 'plain'}>
            {t(account === undefined ? 'account.link' : 'account.relink', { provider: name })}
          </Button>
          {account !== undefined && (
            <Button onClick={() => setLeaving(true)} variant="quiet">
              {t('account.unlink')}
            </Button>
          )}
        </span>
      </div>
      {children}
      <Fault text={fault} />
      <ConfirmDialog
        busy={unlink.busy !== null}
        confirmLabel={t('account.unlink')}
        danger
        error={unlink.fault ?? undefined}
        onClose={() => setLeaving(false)}
        onConfirm={() => void leave()}
        open={isLeaving}
        title={t('account.unlinkTitle', { provider: name })}
      >
        {t('account.unlinkText')}
      </ConfirmDialog>
    </>
  )
}

/** The state of access that is not granted yet, and what the customer can do about it. */
function pendingText(grant: CustomerGrant, { provider, isLinked }: { readonly provider: string; readonly isLinked: boolean }): string {
  if (!isLinked) return t('account.needed', { provider })
  return grant.error ? t('account.failed', { provider }) : t('account.pending')
}
