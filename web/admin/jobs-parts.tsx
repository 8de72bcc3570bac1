import type { JobRow } from '#client/administration-types.ts'
import { adminJobs } from '#locales/en/admin/jobs.ts'
import { speaker } from '#locales/speaker.ts'
import { useAct } from '#web/api.ts'
import { language } from '#web/language.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Id } from '#web/ui/text/id.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { administration, renewAdmin } from './client.ts'
import { Question } from './question.tsx'
import { refusedText } from './refusal.ts'

/** Says the sentences about jobs. */
export const t = speaker(language, adminJobs)

/** Whether a job waits for its first attempt or another one, or was given up. */
export function JobState({ job }: { job: JobRow }) {
  if (job.deadAt !== null) return <Status tone="bad">{t('states.dead')}</Status>
  return job.attempts > 0 ? <Status tone="warn">{t('states.retrying')}</Status> : <Status tone="neutral">{t('states.waiting')}</Status>
}

/** Has one dead job tried again, and tells so. */
export function useRetry() {
  const act = useAct(administration.retryJob)
  const run = async ({ id, kind }: JobRow) => {
    const result = await act.run({ jobId: id })
    if (result === null) return
    await renewAdmin()
    if (result.error === null) toast(t('retried', { kind }))
    else toast(refusedText(result.error), { bad: true })
  }
  return { busy: act.busy, run }
}

/** Has all dead jobs tried again, or those of one kind. */
export function RetryAll({ kind, onClose }: { kind: string | undefined; onClose: () => void }) {
  return (
    <Question
      act={t('allAct')}
      body={kind === undefined ? { all: true } : { kind }}
      call={administration.retryJob}
      onClose={onClose}
      title={kind === undefined ? t('allTitle') : t('allTitleOf', { kind })}
      told={({ retried }) => t('retriedAll', { count: retried })}
    >
      <p>{t('allText')}</p>
    </Question>
  )
}

/** One job whole, with what it failed of. */
export function JobDrawer({ job, onClose }: { job: JobRow; onClose: () => void }) {
  const retry = useRetry()
  return (
    <Drawer
      foot={
        job.deadAt !== null && (
          <Button
            busy={retry.busy}
            look="primary"
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
        facts={[
          [t('state'), <JobState job={job} key="state" />],
          [t('attempts'), job.attempts],
          job.deadAt === null
            ? [t('due'), <Time as="exact" at={job.runAt} key="due" />]
            : [t('gaveUp'), <Time as="exact" at={job.deadAt} key="dead" />],
          [t('created'), <Time as="exact" at={job.createdAt} key="created" />],
          [t('id'), <Id key="id" name={t('id')} value={job.id} />],
        ]}
      />
      {job.lastError === null ? <p className="text-label text-muted">{t('noError')}</p> : <Code name={t('error')} text={job.lastError} />}
    </Drawer>
  )
}
