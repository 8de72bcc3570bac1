import type { JobRow } from '#client/types.ts'
import { adminJobs } from '#messages/admin/jobs.ts'
import { messages } from '#web/language.ts'
import { StatusRow, type StatusTable } from '#web/ui/text/status-table.tsx'

/** Translates the messages of the job pages. */
export const t = messages(adminJobs)

const statuses: StatusTable<'waiting' | 'retrying' | 'dead'> = {
  waiting: { tone: 'neutral', word: () => t('states.waiting'), meaning: () => t('meanings.waiting') },
  retrying: { tone: 'warn', word: () => t('states.retrying'), meaning: () => t('meanings.retrying') },
  dead: { tone: 'bad', word: () => t('states.dead'), meaning: () => t('meanings.dead') },
}

/** The status of a job, for rows. */
export const JobStatus = ({ job }: { job: Pick<JobRow, 'deadAt' | 'attempts'> }) => (
  <StatusRow status={statuses[job.deadAt !== null ? 'dead' : job.attempts > 0 ? 'retrying' : 'waiting']} />
)
