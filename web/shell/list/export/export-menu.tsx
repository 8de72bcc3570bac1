import { useEffect, useRef, useState } from 'react'
import { errorText } from '#web/error-text.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { CloseIcon, DownloadIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from '../messages.ts'
import type { ExportFormat } from './count-rows.ts'
import type { ExportProgress, ServerExport } from './save-export.ts'

/** Exports all that matches as CSV or JSON: a menu, and while it runs how far it is, with the way to stop it. */
export function ExportMenu({ from }: { from: ServerExport }) {
  const { progress, start, stop } = useExport(from)
  if (progress !== null) return <Running {...progress} onStop={stop} />
  return (
    <Menu
      items={[
        { label: t('exportCsv'), onSelect: () => void start('csv') },
        { label: t('exportJson'), onSelect: () => void start('json') },
      ]}
      label={t('export')}
      side="end"
      trigger={(trigger) => (
        <button {...trigger} className={buttonClass()} type="button">
          <DownloadIcon className="-ml-2 opacity-85" />
          <span className="max-wide:sr-only">{t('export')}</span>
        </button>
      )}
    />
  )
}

function Running({ rows, total, onStop }: ExportProgress & { onStop: () => void }) {
  return (
    <span className="flex flex-none items-center gap-8 text-label">
      <Spinner />
      <span className="text-muted tabular-nums max-wide:sr-only" role="status">
        {total === null ? t('exportStarts') : t('exportProgress', { rows, count: total })}
      </span>
      <Button icon={CloseIcon} onClick={onStop}>
        <span className="max-wide:sr-only">{t('exportStop')}</span>
      </Button>
    </span>
  )
}

/** The export that runs, by code that is loaded on first use; leaving the list stops it. */
function useExport(from: ServerExport) {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (format: ExportFormat): Promise<void> => {
    running.current = new AbortController()
    const { signal } = running.current
    setProgress({ rows: 0, total: null })
    try {
      const { saveExport } = await import('./save-export.ts')
      const fault = await saveExport(from, format, { signal, onProgress: setProgress })
      if (fault !== null) toast(faultText(fault), { bad: true })
    } catch {
      if (!signal.aborted) toast(t('exportBroken'), { bad: true })
    } finally {
      setProgress(null)
    }
  }
  return { progress, start, stop: () => running.current?.abort() }
}

/** Too many rows are a problem of the query, which has no field on the screen. */
function faultText(fault: Parameters<typeof errorText>[0]): string {
  return fault.status === 422 ? t('exportTooLong') : errorText(fault)
}
