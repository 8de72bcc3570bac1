import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiQuery, queryClient } from '#web/api.ts'
import { DropZone } from '#web/parts/files/drop-zone.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ProgressBar } from '#web/ui/actions/progress-bar.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Columns } from './columns.tsx'
import { ImportRow, isUnfinished } from './import-row.tsx'
import { t } from './messages.ts'
import { sendFile } from './send-file.ts'

/** The interval at which the dialog checks how far an import is. */
const FOLLOW_MS = 1000
const shown = 5

/** Imports events from a CSV file, and shows the latest imports and how far they are. */
export default function ImportDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const [sending, setSending] = useState<string | null>(null)
  const [faults, setFaults] = useState<readonly string[]>([])
  const imports = useImports(organizationId)
  const send = async ([file]: readonly File[]) => {
    if (file === undefined) return
    setSending(file.name)
    setFaults([])
    const found = await sendFile(file, organizationId)
    setSending(null)
    setFaults(found)
    await queryClient.invalidateQueries({ queryKey: ['eventImports'] })
  }
  return (
    <Dialog
      busy={sending !== null}
      foot={
        <Button disabled={sending !== null} onClick={onClose}>
          {t('close')}
        </Button>
      }
      lead={t('lead')}
      onClose={onClose}
      open
      title={t('title')}
    >
      {faults.length > 0 && (
        <Banner alert tone="bad">
          {faults.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Banner>
      )}
      {sending === null ? (
        <DropZone
          accept=".csv,.txt,.tsv,text/csv"
          choose={t('choose')}
          hint={t('hint')}
          onFiles={(files) => void send(files)}
          text={t('drop')}
        />
      ) : (
        <div className="grid gap-8 rounded-well border border-line px-16 py-16 text-label" role="status">
          <span className="truncate">{t('sending', { name: sending })}</span>
          <ProgressBar label={t('sending', { name: sending })} share={null} />
        </div>
      )}
      {imports.length > 0 && (
        <section aria-labelledby="recent-imports" className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <h3 className="text-label font-strong" id="recent-imports">
            {t('recent')}
          </h3>
          <ul aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {imports.map((each) => (
              <ImportRow eventImport={each} key={each.id} />
            ))}
          </ul>
        </section>
      )}
      <Columns />
    </Dialog>
  )
}

/** The latest imports, followed while one is at work; the events of the page are read again as they come. */
function useImports(organizationId: string) {
  const { data } = useQuery({
    ...apiQuery('eventImports', 'list', { organizationId, limit: shown }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) === true ? FOLLOW_MS : false),
  })
  const imports = data?.items ?? []
  const stored = imports.reduce((sum, { inserted }) => sum + inserted, 0)
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (data === undefined) return
    if (before.current !== undefined && before.current !== stored) void queryClient.invalidateQueries({ queryKey: ['events'] })
    before.current = stored
  }, [data, stored])
  return imports
}
