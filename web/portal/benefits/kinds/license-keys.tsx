import { useState } from 'react'
import { BareIconButton } from '#web/ui/actions/bare-icon-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { EyeIcon, EyeOffIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { StatusPill } from '#web/ui/text/status.tsx'
import { type LicenseKey, publicApi } from '../../api.ts'
import { dateText, shortDate } from '../../labels.ts'
import { Loaded, useRead } from '../../read.tsx'
import { usePortal } from '../../state.tsx'
import { useRun } from '../../use-run.ts'
import { tKind } from '../messages.ts'
import type { GrantContentProps } from './kind.ts'

/** The license keys of a benefit. */
export function LicenseKeys({ grant: { benefitId } }: GrantContentProps<'license_keys'>) {
  const { api } = usePortal()
  const read = useRead(`keys:${benefitId}`, () => api.keys({ benefitId, limit: 100 }))
  return (
    <Loaded read={read} rows={1}>
      {({ items }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
          {items.map((key) => (
            <OneKey key={key.id} license={key} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function OneKey({ license }: { license: LicenseKey }) {
  const { locale } = useLanguage()
  const [isShown, setShown] = useState(false)
  const { displayKey, key, status, expiresAt, limitActivations, limitUsage, usage } = license
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex min-h-40 items-center gap-4 rounded-control bg-sunken py-4 pr-4 pl-12">
        <code className="min-w-0 flex-1 font-mono text-label [overflow-wrap:anywhere]">{isShown ? key : displayKey}</code>
        {status !== 'granted' && <StatusPill tone="bad">{tKind(`license_keys.${status}`)}</StatusPill>}
        <BareIconButton
          icon={isShown ? EyeOffIcon : EyeIcon}
          label={tKind(isShown ? 'license_keys.hide' : 'license_keys.show')}
          onClick={() => setShown(!isShown)}
        />
        <CopyButton name={tKind('license_keys.name')} value={key} />
      </div>
      <p className="flex flex-wrap gap-x-16 gap-y-2 text-caption text-muted">
        <span>
          {expiresAt === null ? tKind('license_keys.lasting') : tKind('license_keys.expires', { date: dateText(expiresAt, locale) })}
        </span>
        {limitUsage !== null && (
          <span className="tabular-nums">
            {tKind('license_keys.usage', { usage: usage.toLocaleString(locale), limit: limitUsage.toLocaleString(locale) })}
          </span>
        )}
      </p>
      {limitActivations !== null && <Activations license={license} limit={limitActivations} />}
    </div>
  )
}

/** Where a key is active, and how a place is made free for another. */
function Activations({ license, limit }: { license: LicenseKey; limit: number }) {
  const { locale } = useLanguage()
  const { api } = usePortal()
  const read = useRead(`key:${license.id}`, () => api.key(license.id))
  const [chosen, setChosen] = useState<{ readonly id: string; readonly label: string } | null>(null)
  const { busy, fault, run } = useRun()
  const deactivate = async () => {
    if (chosen === null) return
    const body = { key: license.key, organizationId: license.organizationId, activationId: chosen.id }
    if (!(await run('deactivate', () => publicApi.deactivateKey(body)))) return
    toast(tKind('license_keys.deactivated', { label: chosen.label }))
    setChosen(null)
  }
  return (
    <Loaded read={read} rows={1}>
      {({ activations }) => (
        <div className="grid gap-4 text-label">
          <span className="text-muted tabular-nums">{tKind('license_keys.activations', { used: activations.length, limit })}</span>
          {activations.length > 0 && (
            <ul className="divide-y divide-line rounded-control border border-line">
              {activations.map(({ id, label, createdAt }) => (
                <li className="flex items-center gap-12 py-4 pr-4 pl-12" key={id}>
                  <span className="min-w-0 flex-1 break-words">{label}</span>
                  <span className="text-caption whitespace-nowrap text-muted max-wide:hidden">{shortDate(createdAt, locale)}</span>
                  <Button
                    aria-label={tKind('license_keys.deactivateOne', { label })}
                    onClick={() => setChosen({ id, label })}
                    variant="quiet"
                  >
                    {tKind('license_keys.deactivate')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <ConfirmDialog
            busy={busy !== null}
            confirmLabel={tKind('license_keys.deactivate')}
            danger
            error={fault ?? undefined}
            onClose={() => setChosen(null)}
            onConfirm={() => void deactivate()}
            open={chosen !== null}
            title={tKind('license_keys.deactivateTitle', { label: chosen?.label ?? '' })}
          >
            {tKind('license_keys.deactivateText')}
          </ConfirmDialog>
        </div>
      )}
    </Loaded>
  )
}
