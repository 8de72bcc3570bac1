import type { EventImport } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { ProgressBar } from '#web/ui/actions/progress-bar.tsx'
import { CloseIcon, DownloadIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Status, type StatusTone } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './messages.ts'

const tones: Readonly<Record<EventImport['status'], StatusTone>> = {
  uploading: 'neutral',
  pending: 'neutral',
  running: 'info',
  completed: 'good',
  failed: 'bad',
  cancelled: 'ended',
}

/** Whether the import is still at work. */
export const isUnfinished = ({ status }: Pick<EventImport, 'status'>): boolean =>
  status === 'uploading' || status === 'pending' || status === 'running'

/** An import: its progress while it is at work, and what became of its lines. */
export function ImportRow({ eventImport }: { eventImport: EventImport }) {
  const { id, fileName, status, position, size, refused, createdAt } = eventImport
  const cancel = useAction(client.eventImports.cancel, ['eventImports'])
  const run = async () => {
    const result = await cancel.run(id)
    if (result !== null && result.error !== null) toast(errorText(result.error))
  }
  return (
    <li className="grid gap-6 rounded-control border border-line px-12 py-10 text-label">
      <div className="flex items-center gap-8">
        <span className="min-w-0 flex-1 truncate font-strong">{fileName}</span>
        <Status tone={tones[status]}>{t(`statuses.${status}`)}</Status>
        {isUnfinished(eventImport) && (
          <Permitted needs="events:write">
            <IconButton icon={CloseIcon} label={t('cancel', { name: fileName })} onClick={() => void run()} />
          </Permitted>
        )}
      </div>
      {isUnfinished(eventImport) && <ProgressBar label={t('progress', { name: fileName })} share={position / size} />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-2 text-caption text-muted">
        <Counts eventImport={eventImport} />
        <Time at={createdAt} />
      </div>
      {status === 'failed' && <p className="text-caption text-bad">{t('failure')}</p>}
      {refused > 0 && !isUnfinished(eventImport) && (
        <a className={`${buttonClass()} w-fit`} download href={`/v1/event-imports/${id}/refused-lines`}>
          <DownloadIcon />
          {t('download')}
        </a>
      )}
    </li>
  )
}

function Counts({ eventImport }: { eventImport: EventImport }) {
  const { locale } = useLanguage()
  const { linesRead, linesTotal, inserted, duplicates, refused } = eventImport
  const number = (value: number) => value.toLocaleString(locale)
  if (linesTotal === null) return <span />
  const parts = [
    ...(isUnfinished(eventImport) ? [t('lines', { read: number(linesRead), total: number(linesTotal) })] : []),
    t('inserted', { count: inserted }),
    ...(duplicates > 0 ? [t('duplicates', { count: duplicates })] : []),
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
  ]
  return <span>{parts.join(' · ')}</span>
}
