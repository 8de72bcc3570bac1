import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Command } from '#web/command.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { ColumnsIcon, DownloadIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { Permitted } from '../access/permitted.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import type { ServerExport } from './export/save-export.ts'
import { t } from './messages.ts'
import type { RowsQuery } from './sources.ts'
import type { ViewOptionsProps } from './view-options.tsx'

const ViewOptions = lazy(() => import('./view-options.tsx'))

/** The source of an export: a list of the server, a URL, or a function that saves the file. */
export type ExportSource = ServerExport | string | (() => Promise<void>)

/** Downloads all that matches: as the server writes it, or as the browser does. */
export function ExportButton({ from }: { from: ExportSource }) {
  const [busy, setBusy] = useState(false)
  if (typeof from === 'object') return <ExportMenu from={from} />
  const label = <span className="max-wide:sr-only">{t('export')}</span>
  if (typeof from === 'string')
    return (
      <a className={buttonClass()} download href={from}>
        <DownloadIcon className="-ml-2 opacity-85" />
        {label}
      </a>
    )
  const save = () => {
    setBusy(true)
    void from().finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} icon={DownloadIcon} onClick={save}>
      {label}
    </Button>
  )
}

/** Opens the options of the list, whose code is loaded on first use. */
export function ViewButton(props: ViewOptionsProps) {
  return (
    <Popover
      label={t('view')}
      side="end"
      trigger={(trigger) => (
        <button {...trigger} className={buttonClass()} type="button">
          <ColumnsIcon className="-ml-2 opacity-85" />
          <span className="max-wide:sr-only">{t('view')}</span>
        </button>
      )}
    >
      {() => (
        <Suspense>
          <ViewOptions {...props} />
        </Suspense>
      )}
    </Popover>
  )
}

/** Creates one, for those who may. The frame binds the shortcut of a page whose registry names what is created from it. */
export function CreateButton({ command }: { command: Command }) {
  const { run, needs, shortcut } = command
  const { create } = useMatches().at(-1)?.staticData.meta ?? {}
  useShortcut(shortcut ?? 'c', run, shortcut !== undefined && create === undefined)
  const button = (
    <ShortcutButton icon={command.icon} onClick={run} shortcut={shortcut} variant="primary">
      {command.label}
    </ShortcutButton>
  )
  return needs === undefined ? button : <Permitted needs={needs}>{button}</Permitted>
}

/** Loads older rows below those of now. */
export function OlderButton({ load, isBusy, isFailed }: NonNullable<RowsQuery<unknown>['older']>) {
  const { translate } = useLanguage()
  return (
    <div className="flex items-center gap-12 pt-12 text-label">
      <Button busy={isBusy} onClick={load}>
        {t('older')}
      </Button>
      {isFailed && (
        <span className="text-bad" role="alert">
          {translate('failedText')}
        </span>
      )}
    </div>
  )
}
