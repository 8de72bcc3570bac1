import type { JobRow } from '#client/types.ts'
import { useAction } from '#web/api.ts'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { AdminActionDialog } from './admin-action-dialog.tsx'
import { administration, refreshAdmin } from './client.ts'
import { JobStatus, t } from './job-status.tsx'
import { refusedText } from './refusal.ts'
import type { jobSearch } from './search.ts'

/** Retries one dead job and shows a toast. */
export function useRetry() {
  const retry = useAction(administration.retryJob)
  const run = async ({ id, kind }: JobRow) => {
    const result = await retry.run({ jobId: id })
    if (result === null) return
    await refreshAdmin()
    if (result.error === null) toast(t('retried', { kind }))
    else toast(refusedText(result.error), { bad: true })
  }
  return { busy: retry.busy, run }
}

/** Confirms and retries all dead jobs, or those of one kind. */
export function RetryAllDialog({ onClose }: { onClose: () => void }) {
  const kind = usePageSearch<typeof jobSearch>().at.name
  return (
    <AdminActionDialog
      confirmLabel={t('allAction')}
      body={kind === undefined ? { all: true } : { kind }}
      call={administration.retryJob}
      onClose={onClose}
      title={kind === undefined ? t('allTitle') : t('allTitleOf', { kind })}
      successMessage={({ retried }) => t('retriedAll', { count: retried })}
    >
      <p>{t('allText')}</p>
    </AdminActionDialog>
  )
}

/** One job with its last error. */
export function JobDrawer({ job, onClose }: { job: JobRow; onClose: () => void }) {
  const retry = useRetry()
  return (
    <Drawer
      foot={
        job.deadAt !== null && (
          <Button
            busy={retry.busy}
            variant="primary"
            onClick={() => {
              void retry.run(job).then(onClose)
            }}
          >
            {t('retry')}
          </Button>
        )
      }
      onClose={onClose}
      open
      title={<span className="font-mono text-body">{job.kind}</span>}
    >
      <DescriptionList
        items={[
          [t('state'), <JobStatus job={job} key="state" />],
          [t('attempts'), job.attempts],
          job.deadAt === null
            ? [t('due'), <Time as="exact" at={job.runAt} key="due" />]
            : [t('failedAt'), <Time as="exact" at={job.deadAt} key="dead" />],
          [t('created'), <Time as="exact" at={job.createdAt} key="created" />],
          [t('id'), <Id key="id" name={t('id')} value={job.id} />],
        ]}
      />
      {job.lastError === null ? <p className="text-label text-muted">{t('noError')}</p> : <Code name={t('error')} text={job.lastError} />}
    </Drawer>
  )
}
